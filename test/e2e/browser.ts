import { existsSync } from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const packagedRuns = process.platform === 'linux' && process.arch === 'x64'

/** CHROMIUM_PATH, else the Chromium of the npm package, the same on every machine it runs on, else the system's. */
export async function browser(): Promise<{ executablePath: string; args: string[] }> {
  const own = process.env.CHROMIUM_PATH ?? (packagedRuns ? undefined : installed.find(path => existsSync(path)))
  if (own) return { executablePath: own, args: ['--no-sandbox', '--disable-gpu'] }
  // The package unpacks its libraries only where it believes it runs on Lambda.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return { executablePath: await packaged.executablePath(), args: ['--no-sandbox', '--headless=shell'] }
}
