import { writeAll, type FilesRequest } from '#features/collects/filing/filing.server.ts'
import { answer, rest } from '#parts/apart/apart.server.ts'

answer((asked: FilesRequest) => writeAll(asked, rest))
