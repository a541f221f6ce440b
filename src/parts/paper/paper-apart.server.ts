import { errand } from '#parts/apart/apart.server.ts'
import { draw } from '#parts/paper/draw.server.ts'
import type { Paper } from '#parts/paper/paper.ts'

const { given, tell } = await errand<Paper>()
tell(await draw(given))
