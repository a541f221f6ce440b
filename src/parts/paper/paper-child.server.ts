import { errand } from '#parts/child/child.server.ts'
import { draw } from '#parts/paper/draw.server.ts'
import type { Paper } from '#parts/paper/paper.ts'

const { given, tell } = await errand<Paper>()
tell(await draw(given))
