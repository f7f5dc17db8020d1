package native

// A countCache stores the numbers of solutions of components. It compares keys exactly and does not rely on hash
// values. Its size is bounded by two generations: when young has half the capacity, young becomes old and the previous
// old generation is dropped. A lookup that hits old moves the entry to young, so entries in use survive.
type countCache struct {
	young, old     map[string]natural
	capacity, used int // bytes, estimated: the limit for both maps; the size of young
}

// entryBytes estimates the memory of an entry without its key.
const entryBytes = 80

func newCountCache(capacity int) *countCache {
	return &countCache{young: map[string]natural{}, capacity: capacity}
}

func (m *countCache) get(key []byte) (natural, bool) {
	if n, ok := m.young[string(key)]; ok {
		return n, true
	}
	n, ok := m.old[string(key)]
	if ok {
		m.put(string(key), n)
	}
	return n, ok
}

func (m *countCache) put(key string, n natural) {
	if size := len(key) + entryBytes; m.used+size > m.capacity/2 {
		m.old, m.young, m.used = m.young, map[string]natural{}, size
	} else {
		m.used += size
	}
	m.young[key] = n
}
