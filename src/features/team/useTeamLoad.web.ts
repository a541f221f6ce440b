import { readTeamLoad } from '#features/team/api.ts'
import { useAnswer } from '#web/call.ts'

export const useTeamLoad = (enabled = true) => useAnswer(readTeamLoad, {}, { enabled })
