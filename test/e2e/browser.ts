import { existsSync } from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** CHROMIUM_PATH, else the system's Chromium, else the one in the npm package. */
export async function browser(): Promise<{ executablePath: string; args: string[] }> {
  const found = [process.env.CHROMIUM_PATH, ...installed].find(path => path && existsSync(path))
  if (found) return { executablePath: found, args: quiet }
  // The package unpacks its libraries only where it believes it runs on Lambda.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return { executablePath: await packaged.executablePath(), args: ['--no-sandbox', '--headless=shell'] }
}
