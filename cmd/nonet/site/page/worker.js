// worker.js: runs nonet in a worker. The program sets onmessage itself (main_js.go).

importScripts("wasm_exec.js");

onmessage = async ({data: module}) => {
  try {
    const go = new Go();
    await go.run(await WebAssembly.instantiate(module, go.importObject));
    postMessage({full: true}); // it never ends by itself, but when there is no more memory
  } catch (e) {
    postMessage({failed: e.message});
  }
};
