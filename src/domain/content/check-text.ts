/** Words that users of such sites take for a mistake, and what to write instead. */
export const wrongWords: readonly { readonly wrong: RegExp; readonly right: string }[] = [
  { wrong: /登陆/, right: '登录' },
  { wrong: /帐号|帐户/, right: '账号、账户' },
  { wrong: /你(?!们)/, right: '您' },
  { wrong: /请稍候再试/, right: '请稍后再试' },
  // The product's own wording: src/docs/glossary.md, texts of the interface.
  {
    wrong: /没有(读到|保存|删除|提交|撤回|发布|上传|更新|导入)(?:成功)?(?=[，：。'"`<]|$)/,
    right: 'X加载失败，请重试；X保存失败',
  },
  { wrong: /没有(?:成功|\$\{\w+\}：)|没成功/, right: 'X失败' },
  { wrong: /还没有(?!账号)/, right: '暂无、尚未' },
  { wrong: /没能/, right: '未能' },
  { wrong: /可不填/, right: '选填' },
  { wrong: /怎样(?! 怎么)/, right: '如何' },
  { wrong: /贵店/, right: '您的店铺' },
  { wrong: /看场/, right: '实地考察' },
  { wrong: /截止时统一/, right: '截止后统一开标' },
  { wrong: /找相近/, right: '查找相似' },
  { wrong: /再想想|再看看/, right: '取消；请调整X' },
  { wrong: /再找找|试试|看看(?!板)/, right: '请更换关键词；查看' },
  { wrong: /比清楚|比清条件|看清(?:政策|要)/, right: '资质、周期、价格一目了然，放心下单' },
  { wrong: /去逛|去看(?!望)/, right: '查看；页面的名称' },
  { wrong: /写下/, right: '发布需求，邀请供应商报价；填写、记录' },
  { wrong: /掩码|对他人显示/, right: '对他人展示时部分隐藏' },
  { wrong: /将拆成|每店一个/, right: '将按店铺拆分为 N 个订单' },
  { wrong: /验收有期/, right: '限期验收，可要求修改' },
  { wrong: /只看不买|不必注册/, right: '仅浏览无需注册' },
  { wrong: /讲课的人/, right: '供主讲人使用' },
  { wrong: /该地址没有/, right: '您访问的页面不存在' },
  { wrong: /类目|业务类别|服务类别|商品类别|应用类别|领域/, right: '分类' },
  // Cards in chats say 预算：议价, as the specification does.
  // 协议价 is an agreed price.
  { wrong: /(?<!预算：.{0,40}|协)议价/, right: '面议' },
  { wrong: /邮费/, right: '运费' },
  { wrong: /热搜|热门词/, right: '热门搜索' },
  { wrong: /授标/, right: '定标、选定' },
  {
    wrong: /支付(方式|单|时限|成功|完成)|(在线|线上|完成|继续|扫码|即可|仍需|待您|该笔|这笔)支付/,
    right: '付款',
  },
  { wrong: /「[^」]{0,80}」/, right: '“ ”' },
  { wrong: /\d(?:～|—|――)\d/, right: '~ between numbers' },
  { wrong: /！！|(?<!!)!!+(?=['"`<])/, right: 'one exclamation mark at most' },
]

/** An error in a text: line from 1, and advice. */
export interface TextError {
  readonly line: number
  readonly message: string
}

/** A link or picture of a text with its line. */
export interface TextTarget {
  readonly line: number
  readonly target: string
  readonly picture: boolean
}

const maxHeadingLength = 24

/** Links and pictures of a Markdown text; lines count from `from`. */
export const getTargets = (text: string, from: number): TextTarget[] =>
  text.split('\n').flatMap((row, at) =>
    [...row.matchAll(/(!?)\[[^[\]]*\]\(([^)\s]{0,500})\)/g)].map((match) => ({
      line: from + at,
      target: match[2] ?? '',
      picture: match[1] === '!',
    })),
  )

/** Checks headings, spacing and wording of a text. Line numbers start at `from`. */
export function checkBody(text: string, from: number): TextError[] {
  let above = 1
  return text.split('\n').flatMap((row, at) => {
    const line = from + at
    const faults: TextError[] = checkWording(row, line)
    const [, signs = '', heading = ''] = /^(#{1,6})\s+(.*)$/.exec(row) ?? []
    if (signs === '') return faults
    if (signs.length === 1) faults.push({ line, message: '一级标题就是文件头的 title，正文从“## ”开始' })
    else if (signs.length > above + 1)
      faults.push({ line, message: `标题跳了级：“${'#'.repeat(above + 1)} ”之后才是“${signs} ”` })
    if ([...heading].length > maxHeadingLength)
      faults.push({ line, message: `小标题最多 ${maxHeadingLength} 个字，现有 ${[...heading].length} 个` })
    above = signs.length
    return faults
  })
}

const han = String.raw`\p{Script=Han}`
const tight = new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9%]${han}`, 'u')

/** Checks one line for discouraged words and missing spaces between Chinese and Latin characters. */
export function checkWording(row: string, line: number): TextError[] {
  const read = row.replace(/\]\([^)]{0,500}\)/g, ']').replace(/`[^`]*`/g, '')
  const faults = wrongWords
    .filter(({ wrong }) => wrong.test(read))
    .map(({ wrong, right }) => ({ line, message: `用词：${wrong.exec(read)?.[0]} → ${right}` }))
  const close = tight.exec(read)?.[0]
  if (close !== undefined) faults.push({ line, message: `中文与英文、数字之间空一格：${close}` })
  return faults
}
