import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openapi } from '#kernel/openapi.ts'
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
    `connect-src 'self'${host}`,
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

  // Written when somebody reads it: that takes longer than the rest of a start.
  let document: ReturnType<typeof openapi> | undefined
  const described = () => (document ??= openapi(house.config.APP_NAME, house.operations))
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformSpecification: described,
    transformSpecificationClone: false,
    uiHooks: {
      onRequest: async request => {
        if (!house.config.API_DOCS && !isInsider(house.config, request))
          throw problem('missing', 'Endereço não encontrado.')
      },
    },
  })

  if (!built) return
  const policy = pagePolicy(house.config.MAP_STYLE_URL)
  await app.register(fastifyStatic, {
    root: built,
    wildcard: false,
    cacheControl: false,
    // Its tag says which file it is, and nobody asks for a part of one.
    lastModified: false,
    acceptRanges: false,
    // The build left each file in brotli and gzip too: nothing is compressed anew for a visitor.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}', 'index.html'],
    index: false,
    setHeaders: (reply, path) => {
      // What a page draws with has no policy of its own to follow: only what the map works with, apart, does.
      if (!/\.(?:js|css|woff2)$/.test(path)) reply.header('Content-Security-Policy', policy)
      reply.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = sendsPage(`${built}/index.html`, page)
  app.get('/*', async (request, reply) => {
    const wantsPage =
      !/^\/(api|oauth|assets)\//.test(request.url) && (request.headers.accept ?? '*/*').match(/html|\*\/\*/)
    if (!wantsPage) throw problem('missing', 'Endereço não encontrado.')
    return sendPage(request, reply.header('Content-Security-Policy', policy))
  })
}
