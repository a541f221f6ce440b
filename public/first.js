// Before the first paint: the colours and the density kept from last time, and what whoever is signed in will need.
;(function () {
  var root = document.documentElement
  var theme = 'auto'
  var density = 'default'
  var signedIn = false
  try {
    theme = localStorage.getItem('outorga.theme') || 'auto'
    density = (JSON.parse(localStorage.getItem('outorga.frame') || '{}') || {}).density || 'default'
    signedIn = localStorage.getItem('outorga.token') !== null
  } catch (_refused) {
    // Nothing is kept here.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  root.setAttribute('data-density', density)

  // The build says which files: asked for now, they come along with the program that will ask for them.
  var files = signedIn && document.currentScript.getAttribute('data-signed-in')
  if (!files) return
  files.split(' ').forEach(function (file) {
    var link = document.createElement('link')
    var isSheet = file.endsWith('.css')
    link.rel = isSheet ? 'preload' : 'modulepreload'
    if (isSheet) link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.appendChild(link)
  })
})()
