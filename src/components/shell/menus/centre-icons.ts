import BadgeCheck from '@lucide/astro/icons/badge-check'
import Bell from '@lucide/astro/icons/bell'
import BookOpen from '@lucide/astro/icons/book-open'
import Boxes from '@lucide/astro/icons/boxes'
import Building from '@lucide/astro/icons/building'
import FileText from '@lucide/astro/icons/file-text'
import Flag from '@lucide/astro/icons/flag'
import FlaskConical from '@lucide/astro/icons/flask-conical'
import HandCoins from '@lucide/astro/icons/hand-coins'
import Image from '@lucide/astro/icons/image'
import LayoutDashboard from '@lucide/astro/icons/layout-dashboard'
import Lock from '@lucide/astro/icons/lock'
import Package from '@lucide/astro/icons/package'
import Pencil from '@lucide/astro/icons/pencil'
import MessageCircleQuestion from '@lucide/astro/icons/message-circle-question-mark'
import Play from '@lucide/astro/icons/play'
import Settings from '@lucide/astro/icons/settings'
import ShieldCheck from '@lucide/astro/icons/shield-check'
import Star from '@lucide/astro/icons/star'
import Store from '@lucide/astro/icons/store'
import Tags from '@lucide/astro/icons/tags'
import Users from '@lucide/astro/icons/users'
import type { CentreIcon } from '../../../domain/shell/centres.ts'

/** Icons of the centre menus by the names that domain/shell/centres.ts gives them. */
export const centreIcons = {
  desk: LayoutDashboard,
  bell: Bell,
  edit: Pencil,
  file: FileText,
  box: Package,
  star: Star,
  ask: MessageCircleQuestion,
  play: Play,
  book: BookOpen,
  flag: Flag,
  building: Building,
  people: Users,
  lock: Lock,
  shield: ShieldCheck,
  settings: Settings,
  shop: Store,
  image: Image,
  flask: FlaskConical,
  stock: Boxes,
  tag: Tags,
  offer: HandCoins,
  id: BadgeCheck,
} satisfies Record<CentreIcon, typeof Bell>
