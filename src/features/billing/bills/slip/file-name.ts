import { slugOf } from '#kernel/text.ts'

/** 'boleto-vale-net-ltda-2026-12-10.pdf': whose it is and until when; the bank's number may have a slash in it. */
export const slipFileName = (client: string, due: string) => `boleto-${slugOf(client).slice(0, 80)}-${due}.pdf`
