// The worker in which the engine thinks.
import start from "{engine.js}";
start();
