// What the account pages need, in cascade order; the frame and its screens bring more of Mantine's sheet with them.
import '#web/theme/layers.css'
import '#web/theme/fonts.css'
import 'virtual:theme.css'
import '#web/theme/account.css'
import '#web/theme/tokens.css'
import '#web/theme/base.css'
import '#web/theme/mantine.css'
import '#web/theme/print.css'
