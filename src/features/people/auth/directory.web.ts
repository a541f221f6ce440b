import { beginDirectorySignIn } from '#features/people/auth/api.ts'
import { sendCall } from '#web/call.ts'
import { keep, keys } from '#web/storage.ts'

/** Goes to the directory, whose answer comes back to a page of its own in this tab. `again`: it asks even of whom it knows. */
export async function leaveForDirectory(back: string, again = false): Promise<void> {
  const { data } = await sendCall(beginDirectorySignIn, { body: { again } }, { quiet: true })
  keep(keys.directory, { ticket: data.ticket, back })
  location.assign(data.url)
}
