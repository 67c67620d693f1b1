/** Place names at the beginning of company names: the avatar shows the distinctive part after them. */
const places = new RegExp(
  `^(?:中国|${[
    '北京|天津|上海|重庆|河北|山西|内蒙古|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|广西|海南',
    '四川|贵州|云南|西藏|陕西|甘肃|青海|宁夏|新疆|香港|澳门|台湾',
    '石家庄|太原|沈阳|大连|本溪|长春|哈尔滨|南京|无锡|徐州|常州|苏州|南通|连云港|扬州|镇江|泰州|杭州|宁波|温州|嘉兴|绍兴|台州',
    '合肥|福州|厦门|南昌|济南|青岛|烟台|郑州|武汉|长沙|广州|深圳|珠海|佛山|中山|东莞|南宁|海口|成都|绵阳|贵阳|昆明|西安|兰州',
  ].join('|')})(?:省|市)?`,
)

/** The character an avatar shows: 天津臻境安全评价中心 → 臻, 仲晓妮 → 仲, `BioLab` → B. */
export const avatarLetter = (name: string, kind: 'org' | 'person') => {
  const plain = name.replace(/[（(][^（(）)]*[）)]/g, '').trim()
  const own = kind === 'org' ? plain.replace(places, '').replace(places, '') : plain
  const letter = [...(own || plain)].find((sign) => /\p{L}|\p{N}/u.test(sign)) ?? '?'
  return letter.toUpperCase()
}

/** Sides 32, 40, 48, 56 px. */
export type AvatarSize = 'sm' | 'md' | 'lg' | 'xl'

const sizes: Record<AvatarSize, string> = {
  sm: 'size-8',
  md: 'size-10 text-lg',
  lg: 'size-12 text-lg',
  xl: 'size-14 text-2xl',
}

/** Square is an organisation, round is a person. */
export const avatarClass = (kind: 'org' | 'person', size: AvatarSize) =>
  `inline-grid shrink-0 place-items-center overflow-hidden ${sizes[size]} ${
    kind === 'org'
      ? 'rounded-md bg-accent-tint font-semibold text-accent'
      : 'rounded-full bg-surface-3 font-medium text-ink-2'
  }`
