import { formats } from '#kernel/format.ts'
import { readOfficeSettings } from '#parts/setting/setting.server.ts'
import { billing } from '#parts/setting/setting.ts'
import type { Sql } from '#server/operation.ts'

/** The address that reads answers to letters about money; null where there is none, and no letter invites one. */
export async function readReplyAddress(db: Sql): Promise<string | null> {
  const text = (await readOfficeSettings(db, [billing.reply])).get(billing.reply.key)
  return text === undefined ? null : formats.email.parse(text)
}
