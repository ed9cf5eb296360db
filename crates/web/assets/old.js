// Only browsers without module support run this script: it shows why the app cannot start.
document.getElementById("starting").hidden = true;
document.getElementById("trouble").hidden = false;
