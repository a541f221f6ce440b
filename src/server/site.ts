import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { doneOnce } from '#kernel/done-once.ts'
import { problem } from '#kernel/problem.ts'
import type { House } from '#server/house.ts'
import { isInsider } from '#server/insider.ts'
import { sendsPage } from '#server/site-page.ts'

/** The built interface, beside the server's own bundle; from the sources, in `dist`. */
const built = ['../web', '../../dist/web']
  .map(path => fileURLToPath(new URL(path, import.meta.url)))
  .find(path => existsSync(`${path}/index.html`))

/** What a page may load: its own files, and the configured map's host. */
function pagePolicy(map: string | undefined) {
  const host = map ? ` ${new URL(map).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${host}`,
    "font-src 'self'",
    // A worker reads what another has made by its address; only this page's own scripts make a blob.
    `connect-src 'self' blob:${host}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The interface's files, the settings it needs, and the API's documentation for people. */
export async function openSite(app: FastifyInstance, house: House, page: () => Promise<object>) {
  app.get('/config.json', async (_request, reply) => reply.header('Cache-Control', 'no-store').send(await page()))

  const docs = '/api/docs'
  // Few read them: what draws them, and to write them, takes longer than the rest of a start.
  const opened = doneOnce(async () => (await import('#server/docs.ts')).openDocs(house, docs))
  const readDocs = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!house.config.API_DOCS && !isInsider(house.config, request)) throw noAddress()
    const { url, headers } = request
    const found = await (await opened()).inject({ method: 'GET', url, headers })
    if (found.statusCode === 404) throw noAddress()
    for (const name of ['content-type', 'content-security-policy', 'cache-control', 'etag', 'location'])
      if (found.headers[name]) reply.header(name, found.headers[name])
    return reply.status(found.statusCode).send(found.rawPayload)
  }
  for (const url of [docs, `${docs}/*`]) app.get(url, readDocs)

  if (!built) return
  const policy = pagePolicy(house.config.MAP_STYLE_URL)
  const files = new Set(filesIn(built))
  await app.register(fastifyStatic, {
    root: built,
    // A route each would be a third of all there are.
    serve: false,
    cacheControl: false,
    // Its tag says which file it is, and nobody asks for a part of one.
    lastModified: false,
    acceptRanges: false,
    // The build left each file in brotli and gzip too: nothing is compressed anew for a visitor.
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      // A picture can be opened by itself, and the map's workers follow the policy that comes with their file.
      if (!drawsPages.test(path) || /worker[^/]*$/.test(path)) reply.header('Content-Security-Policy', policy)
      // A browser reads these two on pages alone, and they are as long as all the other headers of a script.
      else for (const name of ['Permissions-Policy', 'Cross-Origin-Opener-Policy']) reply.removeHeader(name)
      reply.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = sendsPage(`${built}/index.html`, page)
  app.route<{ Params: { '*': string } }>({
    method: 'GET',
    url: '/*',
    // A client that disconnected in the middle of a file gets no answer.
    errorHandler: (error, request, reply) =>
      error.code === 'ERR_STREAM_PREMATURE_CLOSE'
        ? void request.raw.destroy()
        : app.errorHandler(error, request, reply),
    handler: async (request, reply) => {
      const file = request.params['*']
      if (files.has(file)) return reply.sendFile(file)
      const wantsPage = isScreenAddress(file) && (request.headers.accept ?? '*/*').match(/html|\*\/\*/)
      if (!wantsPage) throw noAddress()
      return sendPage(request, reply.header('Content-Security-Policy', policy))
    },
  })
}

const noAddress = () => problem('missing', 'Endereço não encontrado.')

/** Scripts, style sheets and fonts, plain or as the build compressed them. */
const drawsPages = /\.(?:js|css|woff2)(?:\.(?:br|gz))?$/

/** May a screen be there? No address of a screen ends as a file does, as 'sitemap.xml' and '.env' do. */
export const isScreenAddress = (path: string) => !/^(api|oauth|assets)\//.test(path) && !/\.[^/.]+$/.test(path)

/** The files a visitor may ask for by their names, from the folder on. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile() && !/\.(?:br|gz)$/.test(each.name) && each.name !== 'index.html')
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
