package native

// A countCache holds numbers that have been calculated, by exact keys: nothing rests on hashes being different. It is bounded: when it is half
// full, what has been asked for least lately is dropped.
type countCache struct {
	young, old     map[string]natural
	capacity, used int // bytes: of both maps, at most; of young, about
}

// entryBytes is about what an entry takes besides its key.
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
