import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { installation } from '../config.ts'
import { agreementSchema } from '../content/agreement-schema.ts'
import { announcementSchema } from '../content/announcement-schema.ts'
import { articleSchema } from '../content/article-schema.ts'
import { helpSchema } from '../content/help-schema.ts'
import { editorMessage, readFrontMatter, type FrontMatterText } from '../content/front-matter.ts'
import { friendLinksSchema, pageSchema } from '../content/page-schema.ts'
import { registrationSchema } from '../content/registration-schema.ts'
import { checkBody, getTargets, checkWording, type TextError } from '../domain/content/check-text.ts'
import { findHelpCategory } from '../domain/content/help-categories.ts'
import { links } from '../domain/links.ts'
import { ownPath } from '../domain/own-path.ts'
import { findRoute } from '../domain/routes.ts'

/** Errors in the texts of src/content, each with file and line: `npm run content:check`. */

/** Schemas of the collections by folder. */
const collections: Readonly<Record<string, z.ZodType>> = {
  about: pageSchema,
  agreements: agreementSchema,
  announcements: announcementSchema,
  articles: articleSchema,
  guides: pageSchema,
  help: helpSchema,
  registration: registrationSchema,
  rules: pageSchema,
}

interface Read extends FrontMatterText {
  readonly file: string
  readonly collection: string
}

/** All texts, or those of another root folder. */
function readAll(root: string): Read[] {
  return Object.keys(collections).flatMap((collection) =>
    globSync(`src/content/${collection}/*.md`, { cwd: root })
      .toSorted()
      .map((file) => ({ file, collection, ...readFrontMatter(readFileSync(join(root, file), 'utf8')) })),
  )
}

/** Ids of the detail pages, from the existing texts. */
function idsOf(texts: readonly Read[]): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = (collection: string, id: (text: Read) => unknown) =>
    new Set(texts.filter((text) => text.collection === collection).map((text) => String(id(text))))
  const fileName = ({ file }: Read) => basename(file, '.md')
  const bare = (link: string) => link.replace(/\?.*$/, '')
  return new Map([
    [bare(links.helpArticle(1)), ids('help', ({ head }) => head['id'])],
    [bare(links.announcement(1)), ids('announcements', fileName)],
    [bare(links.recommendedArticle(1)), ids('articles', fileName)],
    [bare(links.platformRules(1)), new Set(['1', '2'])],
  ])
}

/** Why a link is broken; undefined for a valid one. External links are not checked. */
function linkProblem(target: string, ids: ReturnType<typeof idsOf>): string | undefined {
  if (/^(https?:\/\/|mailto:|tel:|#)/.test(target)) return undefined
  if (ownPath(target) === undefined) return `链接须以 / 或 https:// 开头：${target}`
  const { pathname, searchParams } = new URL(target, 'http://own.invalid')
  if (findRoute(pathname) === undefined) return `没有这个页面：${pathname}`
  const id = searchParams.get('id') ?? ''
  if (pathname === '/platform/commonProblem/helpList' && findHelpCategory(Number(id)) === undefined)
    return `没有这个分类：${id}`
  return ids.get(pathname)?.has(id) === false ? `没有这一篇：${pathname}?id=${id}` : undefined
}

/** Schema errors in Chinese, the editors' language. */
const { localeError } = z.locales.zhCN()

/** Position in the front matter, as `steps 第 2 项 title`. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? `第 ${part + 1} 项` : String(part))).join(' ')

function schemaProblems({ head, lines, collection, faults }: Read): TextError[] {
  // Invalid front matter is reported already: do not report its fields as missing.
  if (faults.length > 0) return []
  const error = (issue: z.core.$ZodRawIssue) => editorMessage(issue) ?? localeError(issue)
  const parsed = collections[collection]?.safeParse(head, { error })
  if (parsed === undefined || parsed.success) return []
  return parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ line: lines[key] ?? 1, message: `没有 ${key} 这一项` }))
    const { path, message } = issue
    const name = String(path[0])
    if (path.length === 1 && !(name in head)) return [{ line: 1, message: `缺少 ${name} 这一项` }]
    return [{ line: lines[name] ?? 1, message: `${placeOf(path)}：${message}` }]
  })
}

/** Why a picture is not shown; relative paths already fail the build. */
function pictureProblem(target: string, root: string): string | undefined {
  if (!target.startsWith('/')) return `图片地址须以 / 开头，文件放在 public 下：${target}`
  return existsSync(join(root, 'public', target)) ? undefined : `没有这张图片：public${target}`
}

/** Checks links and pictures in the body, and links in the front matter. */
function targetProblems(
  { head, lines, body, bodyLine }: Read,
  ids: ReturnType<typeof idsOf>,
  root: string,
): TextError[] {
  const next: unknown[] = Array.isArray(head['next']) ? head['next'] : []
  const ofHead = next.flatMap((each) =>
    typeof each === 'object' && each !== null && 'href' in each
      ? [{ line: lines['next'] ?? 1, target: String(each.href), picture: false }]
      : [],
  )
  return [...ofHead, ...getTargets(body, bodyLine)].flatMap(({ line, target, picture }) => {
    const message = picture ? pictureProblem(target, root) : linkProblem(target, ids)
    return message === undefined ? [] : [{ line, message }]
  })
}

/**
 * Checks question ids: unique (an area's text may override the general one), matching their category, and related to
 * existing questions.
 */
function helpProblems(text: Read, ids: ReadonlySet<string>, texts: readonly Read[]): TextError[] {
  const { id, category, related, areas } = text.head
  const same = texts.filter((other) => other.collection === 'help' && other !== text && other.head['id'] === id)
  const faults: TextError[] = []
  const say = (field: string, message: string) => void faults.push({ line: text.lines[field] ?? 1, message })
  if (areas === undefined && same.some(({ head }) => head['areas'] === undefined)) say('id', `id ${id} 用了两次`)
  if (areas !== undefined && same.length === 0) say('id', `id ${id} 没有各地区通用的一篇`)
  if (Math.floor(Number(id) / 100) !== category) say('id', `id 须以分类 ${category} 开头，后接两位数字`)
  for (const other of Array.isArray(related) ? related : []) {
    if (!ids.has(String(other)) || other === id) say('related', `没有编号为 ${other} 的其他问题`)
  }
  return faults
}

function friendLinkProblems(root: string): string[] {
  const file = 'src/content/friend-links.json'
  if (!existsSync(join(root, file))) return []
  const text = readFileSync(join(root, file), 'utf8')
  try {
    const parsed = friendLinksSchema.safeParse(JSON.parse(text), {
      error: (issue) => editorMessage(issue) ?? localeError(issue),
    })
    return parsed.error?.issues.map(({ path, message }) => `${file}:1: ${placeOf(path)}：${message}`) ?? []
  } catch (thrown) {
    const line = thrown instanceof Error ? /line (\d+)/.exec(thrown.message)?.[1] : undefined
    return [`${file}:${line ?? 1}: 不是合格的 JSON：引号、逗号与括号要成对，最后一项之后没有逗号`]
  }
}

/** All errors as `file:line: what`, in order. `root` contains src/content and public. */
export function contentProblems(root: string = installation): string[] {
  const texts = readAll(root)
  const ids = idsOf(texts)
  const help = ids.get(links.helpArticle(1).replace(/\?.*$/, '')) ?? new Set<string>()
  const found = texts.flatMap((text) => {
    const title = Object.entries(text.lines).flatMap(([name, line]) =>
      name === 'title' || name === 'summary' ? checkWording(String(text.head[name]), line) : [],
    )
    const own = text.collection === 'help' && text.faults.length === 0 ? helpProblems(text, help, texts) : []
    const faults = [...text.faults, ...schemaProblems(text), ...title, ...own]
    faults.push(...targetProblems(text, ids, root), ...checkBody(text.body, text.bodyLine))
    return faults.toSorted((a, b) => a.line - b.line).map(({ line, message }) => `${text.file}:${line}: ${message}`)
  })
  return [...found, ...friendLinkProblems(root)]
}

if (import.meta.main) {
  const faults = contentProblems()
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  process.stdout.write(faults.length === 0 ? '内容检查通过\n' : `共 ${faults.length} 处需要修改\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
