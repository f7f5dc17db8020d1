package metaheur

// fillStart fills the free cells for a new start.
func (c *climb) fillStart(initial Initial) {
	if initial == RandomFill {
		c.shuffle(c.run.Rand)
		return
	}
	for i := range c.blocks {
		c.fillGreedily(&c.blocks[i])
		if initial == GreedySwapped {
			c.swapClashing(&c.blocks[i])
		}
	}
}

// fillGreedily gives each free cell of the block, in the order of cells, the first of the missing values that does not
// clash with a fixed cell. Cells without such a value get the remaining values. The missing values are in random order.
func (c *climb) fillGreedily(b *block) {
	missing := make([]uint8, len(b.free))
	for i, k := range c.run.Perm(len(b.free)) {
		missing[i] = b.missing[k]
	}
	var last []int
cells:
	for _, cell := range b.free {
		for i, x := range missing {
			if c.givenClashes[cell][x] == 0 {
				c.value[cell] = x
				missing = append(missing[:i], missing[i+1:]...)
				continue cells
			}
		}
		last = append(last, cell)
	}
	for i, cell := range last {
		c.value[cell] = missing[i]
	}
}

// swapClashing swaps each free cell of the block that clashes with a fixed cell with another, if neither clashes
// afterwards. It takes the first such cell in random order.
func (c *climb) swapClashing(b *block) {
	for _, cell := range b.free {
		x := c.value[cell]
		if c.givenClashes[cell][x] == 0 {
			continue
		}
		for _, k := range c.run.Perm(len(b.free)) {
			mate := b.free[k]
			if y := c.value[mate]; c.givenClashes[cell][y] == 0 && c.givenClashes[mate][x] == 0 {
				c.value[cell], c.value[mate] = y, x
				break
			}
		}
	}
}
