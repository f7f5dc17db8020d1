package gridn

// Valid reports whether grid is a solution: it has values from 1 to N, each allowed by domains (see Search.Start), and
// every value once in each row, column and box. It shares nothing with the search.
func Valid(s Shape, domains []uint64, grid []int) bool {
	n := s.Height * s.Width
	if len(grid) != n*n || len(domains) != n*n {
		return false
	}
	var rows, columns, boxes [MaxN]uint64 // the values seen
	for c, value := range grid {
		if value < 1 || value > n {
			return false
		}
		bit := uint64(1) << (value - 1)
		row, column := c/n, c%n
		box := row/s.Height*s.Height + column/s.Width
		if domains[c]&bit == 0 || (rows[row]|columns[column]|boxes[box])&bit != 0 {
			return false
		}
		rows[row] |= bit
		columns[column] |= bit
		boxes[box] |= bit
	}
	return true
}
