import type { RoleSection } from '#features/people/profiles/schema.ts'

/** A permission in words: 'Chamados: Abrir'. */
export function roleInWords(sections: readonly RoleSection[], role: string): string {
  const found = sections.find(({ permissions }) => permissions.some(each => each.role === role))
  return `${found?.section ?? 'Outros'}: ${found?.permissions.find(each => each.role === role)?.label ?? role}`
}
