// Before the first paint: the colours and the density kept from last time.
;(function () {
  var root = document.documentElement
  var theme = 'auto'
  var density = 'default'
  try {
    theme = localStorage.getItem('outorga.theme') || 'auto'
    density = (JSON.parse(localStorage.getItem('outorga.frame') || '{}') || {}).density || 'default'
  } catch (_refused) {
    // Nothing is kept here.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  root.setAttribute('data-density', density)
})()
