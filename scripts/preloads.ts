import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** The file of the bundle this name belongs to, and no other. */
function fileOf(bundle: Bundle, name: RegExp) {
  const [found, ...others] = Object.keys(bundle).filter(file => name.test(file))
  if (!found || others.length) throw new Error(`${found ? 'several files are' : 'no file is'} called ${name}`)
  return `/${found}`
}

/**
 * Writes into the page what the browser cannot find in it by itself: the letters, and, for `first.js` to ask for, the files of
 * the chunk named, which only who is signed in needs.
 */
export const preloads = ({ font, signedIn }: { readonly font: string; readonly signedIn: string }): Plugin => ({
  name: 'outorga-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = ['js', 'css'].map(ending => fileOf(bundle, new RegExp(`/${signedIn}-[\\w-]+\\.${ending}$`)))
      const first = '<script src="/first.js"'
      if (!html.includes(first)) throw new Error('the page does not load first.js')
      return {
        html: html.replace(first, `${first} data-signed-in="${files.join(' ')}"`),
        tags: [
          {
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: fileOf(bundle, new RegExp(`/${font}-[\\w-]+\\.woff2$`)),
            },
            injectTo: 'head',
          },
        ],
      }
    },
  },
})
