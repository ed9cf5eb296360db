// Only browsers without module support run this script: it shows why the app cannot start.
document.getElementById("trouble").hidden = false;
