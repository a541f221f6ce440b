import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const packagedRuns = process.platform === 'linux' && process.arch === 'x64'

/** CHROMIUM_PATH, else the Chromium of the npm package, the same on every machine it runs on, else the system's. */
export async function browser(): Promise<{ executablePath: string; args: string[] }> {
  const own = process.env.CHROMIUM_PATH ?? (packagedRuns ? undefined : installed.find(path => existsSync(path)))
  if (own) return { executablePath: own, args: ['--no-sandbox', '--disable-gpu'] }
  // The package unpacks its libraries only where it believes it runs on Lambda.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  const executablePath = await packaged.executablePath()
  process.env.FONTCONFIG_FILE = fontsOf(tmpdir())
  return { executablePath, args: ['--no-sandbox', '--headless=shell'] }
}

/** The package looks for its fonts in /tmp, wherever it unpacks them; without any, its pages die. */
function fontsOf(room: string) {
  const file = join(room, 'outorga-fonts.conf')
  const found = `<fontconfig><dir>${join(room, 'fonts')}</dir><cachedir>${join(room, 'fonts-cache')}</cachedir></fontconfig>`
  if (!existsSync(file)) writeFileSync(file, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">${found}\n`)
  return file
}
