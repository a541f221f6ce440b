import { showDate } from '#kernel/show.ts'
import { fileOfMeta } from '#kernel/meta.ts'
import type { Block } from '#parts/paper/paper.ts'
import { readOfficeSettings } from '#parts/setting/setting.server.ts'
import { technicalManager } from '#parts/setting/setting.ts'
import type { Sql } from '#server/operation.ts'

const blank = 'Responsável técnico: nome, título e registro no CREA'

/** Where the technical manager signs, as *Configurações* names them; `today` 'AAAA-MM-DD'. */
export async function signedByManager(db: Sql, today: string): Promise<readonly Block[]> {
  const said = await readOfficeSettings(db, Object.values(technicalManager))
  const { name, title, council, number, until, certificate } = technicalManager
  const [who, ends] = [said.get(name.key), said.get(until.key)]
  if (!who) return [{ kind: 'signature', who: blank }]
  const registration = [said.get(council.key), said.get(number.key)].filter(Boolean).join(' ')
  const file = fileOfMeta(said.get(certificate.key))
  const notes = [
    ...(ends && ends < today ? [`O registro do responsável técnico venceu em ${showDate(ends)}.`] : []),
    ...(file ? [`Registro comprovado pela certidão ${file.name}.`] : []),
  ]
  return [
    ...notes.map((text): Block => ({ kind: 'note', text })),
    { kind: 'signature', who: [who, said.get(title.key), registration].filter(Boolean).join(', ') },
  ]
}
