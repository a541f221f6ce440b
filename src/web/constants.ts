/** Every time and limit of the interface is here. Milliseconds unless noted. */
export const popupTime = 1_000
/** Errors wait to be read: practically for ever. */
export const errorPopupTime = 99_999
export const toastTime = 1_000
export const readToastTime = 2_000
/** A toast with a way back stays long enough to be used. */
export const undoToastTime = 5_000

export const refreshWait = 1_000
export const requestTime = 30_000
/** A token this close to its end is renewed before a request goes out with it. */
export const expiryMargin = 5_000

export const menuDelay = 1_500
/** What nobody waits for waits at most so long for the first screen. */
export const firstTime = 1_000
export const fetchDelay = 200
/** What a screen shows is waited for so long before it is drawn: sooner than `fetchDelay`, so that no lines flash meanwhile. */
export const drawDelay = 150
/** What appeared stays at least this long, so that nothing flashes. */
export const skeletonTime = 300
/** How long the count of a pinned view is good, and how long what is saved is gathered before it is counted again. */
export const pinCountTime = 60_000
export const pinCountWait = 2_000
export const prefetchTime = 2_000
export const chunkReloadTime = 60_000

/** Steps of the bar on top while a page loads, in units of 100. */
export const progressSteps = { start: 30, guarded: 45 } as const
/** z-index. */
export const overlayLayer = 1_100

/** Pixels. */
export const bellHeight = 230
/** The two widths at which the interface takes another shape; style sheets name them, as in `@media (--phone)`. */
export const widths = {
  /** Cards instead of columns. */
  phone: '(max-width: 767px)',
  /** The menu waits in a drawer, and controls are as large as a finger. */
  narrow: '(max-width: 991px)',
} as const

export const allCompanies = 'todos'
export const stationLinkDefaults = {
  station_link_type_id: 1,
  own_link: true,
  create_anyway: false,
  status_closed: false,
} as const
/** Matriz: the type of an address that came from the company registry. */
export const importedAddressType = 1
export const stationCategory = 'estacao'
export const fieldClass = 'col-12'

export const locale = 'pt-BR'
export const invoiceFile = (n: number | string) => `nfse-${n}.pdf`
export const billetFile = (n: number | string) => `boleto-nfse-${n}.pdf`
