import { readTeamLoad } from '#features/people/team/api.ts'
import { useAnswer } from '#web/call.ts'

export const useTeamLoad = (enabled = true) => useAnswer(readTeamLoad, {}, { enabled })
