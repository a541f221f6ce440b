/** Sections in which a program may look and never write: people and what they may do are decided by people. */
const onlyLooked = ['users', 'profiles']
const looks = new Set(['index', 'csv', 'show', 'historico', 'upcoming-birthdays'])
/** Permissions over oneself, and over tokens. */
const personalPrefixes = ['tokens.', 'users.me.']
const personal: ReadonlySet<string> = new Set(['clients.ver-como'])

/** Whether a token may have this permission, of whatever owner. */
export function isGrantable(permission: string): boolean {
  const [path = '', verb = ''] = permission.split('.')
  if (personal.has(permission) || personalPrefixes.some(each => permission.startsWith(each))) return false
  return !onlyLooked.includes(path) || looks.has(verb)
}
