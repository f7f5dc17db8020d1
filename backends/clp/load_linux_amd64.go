//go:build clp

package clp

// #cgo LDFLAGS: -Wl,--as-needed -static-libstdc++ -static-libgcc -ldl
// #include <dlfcn.h>
// #include <stdlib.h>
//
// // The table of stubs_linux_amd64.S, which ends with a name that is NULL.
// extern const struct { const char *name; void **slot; } nonet_clp_functions[];
//
// // nonet_load_clp opens the library and fills the slots. It returns NULL, or what is missing.
// static const char *nonet_load_clp(const char *file) {
//   void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
//   if (!library) return dlerror();
//   for (int i = 0; nonet_clp_functions[i].name; i++) {
//     void *address = dlsym(library, nonet_clp_functions[i].name);
//     if (!address) return dlerror();
//     *nonet_clp_functions[i].slot = address;
//   }
//   return NULL;
// }
import "C"

import (
	"cmp"
	"os"
	"sync"
	"unsafe"

	"nonet/backends"
)

// Install says how to install what is missing of CLP.
const Install = "apt install coinor-libclp1"

// LookedFor lists where the program looks for CLP, for people.
var LookedFor = []string{"$NONET_CLP", "libClp.so.1"}

// loadLibrary loads CLP the first time that it is needed: the library and its dependencies, such as LAPACK, take
// longer to load than the rest of the program takes to start. A program built with CLP runs without it, too.
//
// The environment variable NONET_CLP names another file of the same version of the library.
var loadLibrary = sync.OnceValue(func() error {
	file := C.CString(cmp.Or(os.Getenv("NONET_CLP"), "libClp.so.1"))
	defer C.free(unsafe.Pointer(file))
	if missing := C.nonet_load_clp(file); missing != nil {
		return backends.Unavailable("COIN CLP", Install+": "+C.GoString(missing))
	}
	return nil
})
