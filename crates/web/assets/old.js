// Only browsers that are too old for modules run this.
document.getElementById("starting").hidden = true;
document.getElementById("trouble").hidden = false;
