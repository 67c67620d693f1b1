/** In-app browsers, checked before the browser they are based on. */
const shells: readonly (readonly [RegExp, string])[] = [
  [/miniProgram/i, '小程序'],
  [/wxwork/i, '企业微信'],
  [/MicroMessenger/i, '微信'],
  [/DingTalk/i, '钉钉'],
]

/** Browsers, most specific first: the user agent of each also names those below it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/(?:MQQBrowser|QQBrowser)\//, 'QQ 浏览器'],
  [/UCBrowser\//, 'UC 浏览器'],
  [/HuaweiBrowser\//, '华为浏览器'],
  [/MiuiBrowser\//, '小米浏览器'],
  [/SamsungBrowser\//, '三星浏览器'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const first = (words: readonly (readonly [RegExp, string])[], userAgent: string) =>
  words.find(([pattern]) => pattern.test(userAgent))?.[1]

/**
 * Device of a session as text: 电脑 Chrome, 手机 Safari, 平板 Edge, 微信, 小程序, 未知设备.
 * Only a hint, since clients can send any user agent.
 */
export function deviceOf(userAgent: string): string {
  const shell = first(shells, userAgent)
  if (shell !== undefined) return shell
  const browser = first(browsers, userAgent)
  if (browser === undefined) return '未知设备'
  const tablet = /iPad|Tablet|PlayBook/.test(userAgent) || (/Android/.test(userAgent) && !/Mobile/.test(userAgent))
  const phone = /iPhone|iPod|Mobile|Android/.test(userAgent)
  return `${tablet ? '平板' : phone ? '手机' : '电脑'} ${browser}`
}
