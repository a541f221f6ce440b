import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySerializerCompiler,
} from 'fastify'
import { actor } from '#kernel/access.ts'
import { problemJson, type JsonSchema } from '#kernel/json.ts'
import { Problem, problem, problemBody } from '#kernel/problem.ts'
import { admit, type CallerOf } from '#server/admission.ts'
import { inTurn, receiveJson, tooLarge } from '#server/body.ts'
import { answerBroken } from '#server/broken.ts'
import { publicUrl, type Config } from '#server/config.ts'
import { databaseProblem } from '#server/database/errors.ts'
import type { ArrivingRequest, Caller, House } from '#server/house.ts'
import { logRequests, requestId } from '#server/log.ts'
import { WholeList, type AnyOperation } from '#server/operation.ts'
import { answerTo } from '#server/respond.ts'
import { observe } from '#server/metrics.ts'
import { networkOf } from '#server/network.ts'
import { readTrust } from '#server/proxy.ts'

/** Seconds and bytes of `contract` 26: each wait is shorter than the one around it. */
const limits = { headers: 10_000, request: 30_000, keepAlive: 5_000, body: 1_048_576, publicBody: 16_384 }
/** A token of a program counts by itself, not with its owner. */
const tokenKey = 'token '
/** What part of `REQUESTS_PER_MINUTE` each class of route may take. */
const share = { read: 1, write: 0.25, heavy: 0.05, auth: 0.05 } as const

/** The whole API, one route per operation. Refuses to start on two operations with the same name. */
export async function openApp(house: House): Promise<FastifyInstance> {
  const { config, operations } = house
  refuseTwins(operations)
  const trust = readTrust(config.TRUST_PROXY) ?? (() => false)
  const callers = new WeakMap<FastifyRequest, Caller | null>()
  const lookups = new WeakMap<FastifyRequest, Promise<Caller | null>>()
  /** Who holds the request's token, looked up once: to count what they ask, to let them in, and for the log. */
  const callerOf = (request: FastifyRequest) => {
    const known = lookups.get(request)
    if (known) return known
    const lookup = house.authenticate(request.headers, arrivalOf(request)).then(caller => {
      callers.set(request, caller)
      return caller
    })
    lookups.set(request, lookup)
    return lookup
  }
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, ...(house.logTo && { stream: house.logTo }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: request => requestId(request, trust),
    trustProxy: trust,
    clientErrorHandler: answerBroken,
    bodyLimit: limits.body,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void refuse(asProblem(error, request), request, reply),
    routerOptions: { maxParamLength: 200 },
    // Its own route for each would be a third of all there are. What answers a HEAD knows already that it has no body.
    exposeHeadRoutes: false,
    rewriteUrl: request => {
      if (request.method === 'HEAD') request.method = 'GET'
      return request.url ?? '/'
    },
    http: { headersTimeout: limits.headers, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
  })
  app.setSerializerCompiler(whenAnswered())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string | Buffer) => receiveJson(String(body)),
  )
  // A page of a list as one piece takes a third of what it takes as a stream, and holds nobody up: half a millisecond at most.
  await app.register(compress, { threshold: 1024, syncThreshold: 65_536 })
  await app.register(formbody)
  await app.register(rateLimit, {
    global: false,
    timeWindow: 60_000,
    // A token nobody holds is anybody's invention: only the address it came from counts.
    keyGenerator: async request => {
      // A request refused for its proof or its address counts as one without a token.
      const known = await callerOf(request).catch(() => null)
      if (!known) return networkOf(request.ip)
      const { token } = known.user
      return token ? `${tokenKey}${token.uuid}` : actor(known.user).uuid
    },
  })
  secure(app, config)
  logRequests(app, trust, request => callers.get(request) ?? null)
  observe(app, house)
  app.setErrorHandler((error, request, reply) => refuse(asProblem(error, request), request, reply))
  refuseStrays(app, house)
  for (const each of operations) mount(app, house, each, callerOf)
  return app
}

/**
 * What lets declared fields out, made when a shape is first answered: to make those of all routes took two thirds of a
 * second of every start. A shape many routes answer, as a problem is, is made once.
 */
function whenAnswered(): FastifySerializerCompiler<JsonSchema | (() => JsonSchema)> {
  const compile = SerializerSelector()()
  const made = new WeakMap<object, ReturnType<typeof compile>>()
  return ({ schema, method, url, httpStatus = '' }) =>
    data => {
      const before = made.get(schema)
      if (before) return before(data)
      const serialize = compile({ schema: typeof schema === 'function' ? schema() : schema, method, url, httpStatus })
      made.set(schema, serialize)
      return serialize(data)
    }
}

const arrivalOf = (request: FastifyRequest): ArrivingRequest => ({
  id: request.id,
  method: request.method,
  url: request.url,
  host: request.host,
  ip: request.ip,
  agent: request.headers['user-agent']?.slice(0, 300) ?? '',
})

/** Whom the headers of a request let in, until it is answered. */
const admitted = new WeakMap<FastifyRequest, Caller>()

/**
 * Of answers as long as a board of all clients: a megabyte of JSON takes 3 ms as one piece in brotli, and 6 in gzip, where a stream takes
 * over 20 at the common quality. It is a twentieth longer.
 */
const fastCompression = {
  threshold: 1024,
  syncThreshold: 1_048_576,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: constants.Z_BEST_SPEED },
}

/** Answers a file that is saved as it is: of what is compressed on the way, no client could request the rest. */
const isSaved = ({ answers, gives = ['application/octet-stream'] }: AnyOperation) =>
  answers[200] === 'file' && gives.includes('application/octet-stream')

function mount(app: FastifyInstance, house: House, operation: AnyOperation, callerOf: CallerOf) {
  const schemas = Object.entries(operation.answers).filter(([, schema]) => typeof schema !== 'string')
  for (const media of operation.media ?? []) {
    if (app.hasContentTypeParser(media)) continue
    if (operation.stream) app.addContentTypeParser(media, (_request, body, done) => done(null, body))
    else app.addContentTypeParser(media, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
  }
  const isPublic = operation.access === 'public'
  app.route({
    method: operation.method,
    url: operation.url,
    ...(isSaved(operation) && ({ compress: false } as const)),
    ...(operation.rate === 'heavy' && !isSaved(operation) && { compress: fastCompression }),
    bodyLimit: operation.limit ?? (isPublic ? limits.publicBody : limits.body),
    preParsing: async request => void admitted.set(request, await admit(house, operation, request, callerOf)),
    config: {
      rateLimit: {
        max: (_request: FastifyRequest, key: string) =>
          Math.ceil(
            (key.startsWith(tokenKey) ? house.config.TOKEN_REQUESTS_PER_MINUTE : house.config.REQUESTS_PER_MINUTE) *
              share[operation.rate],
          ),
        // A client of a public route may claim anything about itself: only its address counts.
        ...(isPublic && { keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip) }),
      },
    },
    schema: { response: { ...Object.fromEntries(schemas), '4xx': problemJson, '5xx': problemJson } },
    handler: async (request, reply) => {
      const caller = admitted.get(request) ?? (await admit(house, operation, request, callerOf))
      const answer = await inTurn(request, () => answerTo(house, operation, caller, request))
      reply.status(answer.status).headers(answer.headers)
      const { body } = answer
      // A reply that is returned is waited for, by listeners of its own.
      if (!(body instanceof WholeList)) return body
      const json = await body.json(reply.compileSerializationSchema(body.row))
      reply.type('application/json; charset=utf-8')
      return Readable.from(json)
    },
  })
}

/**
 * What asks for an address nobody has is refused before its body is read, and counted: as few of them are heard from one
 * network as tries to sign in.
 */
function refuseStrays(app: FastifyInstance, { config, operations }: House) {
  const addresses = operations.map(({ url }) => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}/?(\\?|$)`))
  const refused = (request: FastifyRequest) =>
    addresses.some(address => address.test(request.url))
      ? problem('method')
      : problem('missing', 'Endereço não encontrado.')
  const counted = app.rateLimit({
    max: Math.ceil(config.REQUESTS_PER_MINUTE * share.auth),
    keyGenerator: ({ ip }) => networkOf(ip),
  })
  app.addHook('onRequest', async (request, reply) => {
    // An address that is no file of the interface is answered by the route of its files.
    const isStray = request.is404 || (request.routeOptions.url === '/*' && /^\/(?:api|oauth)\//.test(request.url))
    if (!isStray) return
    await counted.call(app, request, reply)
    throw refused(request)
  })
  app.setNotFoundHandler((request, reply) => refuse(refused(request), request, reply))
}

function asProblem(error: unknown, { routeOptions }: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const { code = '', statusCode = 500 } =
    typeof error === 'object' && error ? (error as { code?: string; statusCode?: number }) : {}
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem('media')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return tooLarge(routeOptions.bodyLimit)
  if (statusCode === 429) return problem('throttled')
  if (statusCode >= 400 && statusCode < 500) return problem('malformed', { cause: error })
  return databaseProblem(error)
}

function refuse(thrown: Problem, request: FastifyRequest, reply: FastifyReply) {
  if (thrown.status >= 500) request.log.error({ err: thrown.cause ?? thrown }, thrown.message)
  // The token endpoint takes a client by Basic (RFC 6749, 5.2); all else takes a token by Bearer (RFC 6750, 3).
  const { proof } = thrown.detail
  if (proof) reply.header('WWW-Authenticate', `DPoP algs="ES256", error="${proof.error}"`)
  else if (thrown.status === 401) reply.header('WWW-Authenticate', thrown.detail.oauth ? 'Basic' : 'Bearer')
  if (proof?.nonce) reply.header('DPoP-Nonce', proof.nonce)
  if (thrown.detail.retryAfter ?? thrown.status === 503)
    reply.header('Retry-After', String(thrown.detail.retryAfter ?? 1))
  return reply
    .status(thrown.status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({ ...problemBody(thrown, request.id, request.method), ...thrown.detail.oauth })
}

/** What a page may use of its browser: a passkey of its own, the clipboard and the whole screen. All else is refused to it. */
const usedByPages = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write', 'fullscreen']
const unusedByPages =
  `accelerometer camera clipboard-read display-capture geolocation gyroscope hid magnetometer microphone midi payment
  serial usb xr-spatial-tracking`.split(/\s+/)
const policies = [...usedByPages.map(each => `${each}=(self)`), ...unusedByPages.map(each => `${each}=()`)].join(', ')

/** Headers of every answer; the page itself gets its own policy with its files. */
function secure(app: FastifyInstance, config: Config) {
  const https = publicUrl(config).startsWith('https://')
  const always = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': policies,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  }
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(always).header('X-Request-Id', request.id)
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store')
    next()
  })
}

function refuseTwins(operations: readonly AnyOperation[]) {
  const seen = new Set<string>()
  for (const { id } of operations) {
    if (seen.has(id)) throw new Error(`two operations are called '${id}'`)
    seen.add(id)
  }
}
