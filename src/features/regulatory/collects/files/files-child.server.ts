import { writeAll, type FilesRequest } from '#features/regulatory/collects/files/files.server.ts'
import { answer, rest } from '#parts/child/child.server.ts'

answer((asked: FilesRequest) => writeAll(asked, rest))
