import { createStore } from '#web/store.ts'

/** `GET /config.json`: what this installation calls itself and how the interface signs in. */
export interface SiteConfig {
  readonly name: string
  readonly system_type: string
  readonly client_id: string
  readonly client_secret: string
  /** Style of the map; null when none is configured. */
  readonly map: string | null
  /** The directory the staff signs in with, and whether by it alone; null without one. */
  readonly directory: { readonly name: string; readonly only: boolean } | null
  /** Accounts of the demonstration data; only there. */
  readonly demo?: readonly DemoAccount[]
}
export interface DemoAccount {
  readonly email: string
  readonly password: string
  readonly role: string
}

const noConfig: SiteConfig = {
  name: 'Outorga',
  system_type: 'coletas',
  client_id: '',
  client_secret: '',
  map: null,
  directory: null,
}
const store = createStore(noConfig)

export const siteConfig = store.get

/** Loads the settings before the first screen: from the page or else from the server. Throws when it does not answer. */
export async function loadConfig() {
  const brought = document.querySelector<HTMLMetaElement>('meta[name="config"]')?.content
  store.set(brought ? JSON.parse(brought) : await askConfig())
}

async function askConfig(): Promise<SiteConfig> {
  const response = await fetch('/config.json', { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  return response.json()
}

/** 'Clientes | Outorga'. */
export const setTitle = (title: string) => {
  document.title = `${title} | ${store.get().name}`
}
