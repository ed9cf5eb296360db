// The Web Worker that runs the engine.
import start from "{engine.js}";
start();
