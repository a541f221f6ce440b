import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { openapi } from '#kernel/openapi.ts'
import type { House } from '#server/house.ts'

/** The API described for people, under this address: an application of its own, made when somebody reads it. */
export async function openDocs({ config, operations }: House, routePrefix: string): Promise<FastifyInstance> {
  const app = Fastify()
  const document = openapi(config.APP_NAME, operations)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix, staticCSP: true, transformSpecificationClone: false })
  return app
}
