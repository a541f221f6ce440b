import { informative } from '#features/informative/informative.ts'
import { NewsFields } from '#features/informative/NewsFields.tsx'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

const NewsCreate = () => <CreateScreen resource={informative}>{form => <NewsFields form={form} />}</CreateScreen>
export default NewsCreate
