// What stands before a server: it gives out a built folder, when it has one, and hands on whatever else is asked.
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { extname, join, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const { PORT, BEHIND, FOLDER } = process.env
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }
const encodings = ['br', 'gzip', 'identity']

/** By path, compressed before anybody asks. */
const files = new Map(FOLDER ? readdirSync(FOLDER, { recursive: true }).flatMap(read) : [])
function read(name) {
  const type = types[extname(name)]
  if (!type) return []
  const body = readFileSync(join(FOLDER, name))
  const path = `/${name.split(sep).join('/')}`
  const headers = {
    'content-type': type,
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  }
  return [
    [path.replace(/index\.html$/, ''), { headers, br: brotliCompressSync(body), gzip: gzipSync(body), identity: body }],
  ]
}

const agent = new Agent({ keepAlive: true })
const server = createServer({ keepAliveTimeout: 60_000 }, (asked, answer) => {
  const file = files.get(asked.url)
  if (file) {
    const takes = asked.headers['accept-encoding'] ?? ''
    const encoding = encodings.find(each => takes.includes(each)) ?? 'identity'
    const { headers, [encoding]: body } = file
    answer.writeHead(200, {
      ...headers,
      'content-length': body.length,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    })
    return answer.end(body)
  }
  const { method, url: path, headers } = asked
  const onward = request({ host: '127.0.0.1', port: BEHIND, method, path, headers, agent }, found => {
    answer.writeHead(found.statusCode, found.headers)
    // What is told live says nothing at first, and is awaited all the same.
    answer.flushHeaders()
    found.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  asked.pipe(onward)
})
server.listen(Number(PORT), '127.0.0.1')
