import type { Plugin } from 'vite'

/** What a chunk says to take the bundler's helpers: `import{n as e,t}from"./rolldown-runtime-x.js";`. */
const taken = /import\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)";/g

/** What a chunk gives: `export{s as n,l as r};`, at its end. */
const given = /export\s*\{([^}]*)\};?\s*$/

const pairs = (words: string) =>
  words.split(',').map(each => {
    const [one = '', other = one] = each.trim().split(' as ')
    return [one, other] as const
  })

/**
 * The bundler keeps its few helpers in a chunk of their own, 700 bytes that every page would ask for. They keep nothing in
 * mind, so each chunk that takes some gets its own.
 */
export const ownRuntime = (): Plugin => ({
  name: 'outorga-runtime',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(each => each.type === 'chunk')
    const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
    if (!runtime) throw new Error('the bundler keeps its helpers elsewhere by now')
    const [exported = '', names = ''] = given.exec(runtime.code) ?? []
    const result = pairs(names).map(([inside, outside]) => `${outside}:${inside}`)
    const helpers = `(()=>{${runtime.code.slice(0, -exported.length)}return{${result}}})()`
    for (const chunk of chunks) {
      if (!chunk.imports.includes(runtime.fileName)) continue
      const before = chunk.code
      chunk.code = before.replace(taken, (all, words: string, file: string) =>
        file === runtime.fileName.replace(/^assets\//, '')
          ? `const{${pairs(words).map(([outside, inside]) => `${outside}:${inside}`)}}=${helpers};`
          : all,
      )
      if (chunk.code === before) throw new Error(`${chunk.fileName} takes its helpers in another way`)
      chunk.imports = chunk.imports.filter(each => each !== runtime.fileName)
    }
    delete bundle[runtime.fileName]
  },
})
