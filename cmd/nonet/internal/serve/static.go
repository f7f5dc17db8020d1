package serve

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"nonet/internal/packed"
)

//go:embed static
var staticFiles embed.FS

// contentTypes are the types of the files of the page. They do not depend on the tables of the system.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".txt": "text/plain; charset=utf-8",
}

// An asset is a file of the page.
type asset struct {
	contentType, etag string
	plain, packed     []byte
}

// assets reads all files of the page, by path below static.
var assets = sync.OnceValue(func() map[string]*asset {
	all := map[string]*asset{}
	err := fs.WalkDir(staticFiles, "static", func(name string, d fs.DirEntry, err error) error {
		t, known := contentTypes[path.Ext(name)]
		if err != nil || d.IsDir() || !known {
			return err
		}
		text, err := staticFiles.ReadFile(name)
		all[strings.TrimPrefix(name, "static/")] = newAsset(t, text)
		return err
	})
	if err != nil {
		panic("serve: " + err.Error()) // the files are part of the program
	}
	all["picture.css"] = newAsset(contentTypes[".css"], pictureStyle())
	return all
})

// Files returns the files of the page by path: index.html, and the files that it names below static.
func Files() map[string][]byte {
	files := map[string][]byte{}
	for name, a := range assets() {
		if name != "index.html" {
			name = "static/" + name
		}
		files[name] = a.plain
	}
	return files
}

func newAsset(contentType string, text []byte) *asset {
	return &asset{contentType, fmt.Sprintf("%x", sha256.Sum256(text))[:16], text, packed.File(text)}
}

func (s *Server) page(w http.ResponseWriter, r *http.Request) { writeAsset(w, r, "index.html") }

func (s *Server) static(w http.ResponseWriter, r *http.Request) {
	writeAsset(w, r, r.PathValue("file"))
}

// writeAsset writes a file of the page. The browser keeps it, and asks each time whether it has changed.
func writeAsset(w http.ResponseWriter, r *http.Request, name string) {
	a := assets()[name]
	if a == nil {
		writeProblem(w, httpError(http.StatusNotFound, "no such file"))
		return
	}
	h, body, tag := w.Header(), a.plain, a.etag
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && len(a.packed) < len(a.plain) {
		h.Set("Content-Encoding", "gzip")
		body, tag = a.packed, tag+"-gzip"
	}
	h.Set("ETag", `"`+tag+`"`)
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTimeout))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
