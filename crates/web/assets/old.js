// Only browsers that are too old for modules run this.
document.getElementById("trouble").hidden = false;
