import sharp, { type Sharp } from 'sharp'
import writeSheet from 'write-excel-file/node'
import { listingSheetsCalls } from '../../src/contract/catalogue/listing-sheets.ts'
import { certificationCalls } from '../../src/contract/accounts/certification.ts'
import { signInCalls } from '../../src/contract/accounts/sign-in.ts'
import { filesCalls, type FilePurpose } from '../../src/contract/operations/files.ts'
import { cookieValue, sessionCookies } from '../../src/domain/accounts/session.ts'
import { accounts, demoPassword, type Account } from './accounts.ts'
import { hostileFiles } from './hostile-files.ts'
import { alteredSheet, hostileSheets } from './hostile-sheets.ts'
import { memoryOf } from './memory.ts'
import type { Site } from './site.ts'
import { pdf } from './uploads.ts'

/** Measurements of a running product under hostile and maximal files (quality figure 29). */
export interface FileMeasurement {
  readonly what: string
  /** Longest block of the event loop in milliseconds, as measured by the process itself. */
  readonly stop: number
  /** Maximum growth of the process in megabytes, relative to the state before the first file. */
  readonly grown: number
  /** Number of responses by envelope code. */
  readonly codes: Readonly<Record<number, number>>
  /** HTTP status of /readyz afterwards. */
  readonly readiness: number
}

/** Column heads of the product sheet; required ones in `row`. */
const sheetHeads = [
  '商品编号',
  '标题',
  '分类',
  '简介',
  '价格方式',
  '品牌',
  'CAS 号',
  '货号',
  '单位',
  '起订量',
  '首付比例（%）',
  '阶梯价',
  '资质标签',
  '能力标签',
  '服务地区',
  '属性',
  '参数',
  '详情',
  '规格',
  '商家编码',
  '价格（元）',
  '库存',
]
const sheetRow = (number: number): string[] => [
  '',
  `辐照灭菌玉米芯垫料 第 ${number} 批`,
  '细胞与实验动物/实验动物/动物用品/饲料与垫料',
  '辐照灭菌，低粉尘，适合 SPF 级小鼠与大鼠的饲养笼具。',
  '',
  `垫优 ${number % 40}`,
  '',
  `BD-${number}`,
  '袋',
  '1',
  '',
  '',
  '',
  '',
  '',
  '',
  '含水量：≤ 10 %\n粒径：3~5 mm',
  '每袋附检测报告，真空包装。',
  `${number % 90} kg`,
  '',
  '128.50',
  '30',
]
const sheetOf = async (rows: number) =>
  new Uint8Array(
    await writeSheet([sheetHeads, ...Array.from({ length: rows }, (_, number) => sheetRow(number))]).toBuffer(),
  )

interface Person {
  readonly call: (path: string, input: object) => Promise<{ code: number; content: unknown }>
  readonly upload: (
    purpose: FilePurpose,
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<{ code: number; fileId: string }>
}

async function signedIn({ url }: Pick<Site, 'url'>, loginName: Account): Promise<Person> {
  const json = { 'content-type': 'application/json', 'app-id': 'web' }
  const body = JSON.stringify({ loginName, password: demoPassword })
  const login = await fetch(`${url}/api${signInCalls.login.path}`, { method: 'POST', headers: json, body })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
  // A new connection each: a kept one may be closed by the server right when the next large body starts.
  const session = {
    cookie,
    token: cookieValue(cookie, sessionCookies(url).token) ?? '',
    'app-id': 'web',
    connection: 'close',
  }
  const send = async (path: string, sent: BodyInit, headers: Readonly<Record<string, string>>) => {
    const response = await fetch(`${url}/api${path}`, { method: 'POST', body: sent, headers })
    const answer: unknown = await response.json()
    if (typeof answer !== 'object' || answer === null || !('code' in answer) || !('content' in answer)) {
      throw new Error('Not an envelope')
    }
    return { code: Number(answer.code), content: answer.content }
  }
  return {
    call: (path, input) => send(path, JSON.stringify(input), { ...json, ...session }),
    upload: async (purpose, name, bytes) => {
      const form = new FormData()
      form.append('purpose', purpose)
      form.append('file', new File([bytes], name))
      const { code, content } = await send(filesCalls.upload.path, form, session)
      const kept = filesCalls.upload.output.safeParse(content)
      return { code, fileId: kept.success ? kept.data.fileId : '' }
    },
  }
}

/** Milliseconds between two memory samples. */
const sampleMs = 100

/** Measures the event loop by the process's own metrics, and its memory from outside. */
async function measured(
  site: Site,
  what: string,
  before: number,
  run: () => Promise<number[]>,
): Promise<FileMeasurement> {
  const lag = async () => {
    const text = await (await fetch(`${site.url}/metrics`)).text()
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0) * 1_000
  }
  const { pid = 0 } = site.process
  await lag()
  let [stop, most] = [0, 0]
  const over = new AbortController()
  const looking = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, memoryOf(pid))
      stop = Math.max(stop, await lag())
      await new Promise((resolve) => setTimeout(resolve, sampleMs))
    }
  })()
  const answered = await run()
  stop = Math.max(stop, await lag())
  over.abort()
  await looking
  const codes: Record<number, number> = {}
  for (const code of answered) codes[code] = (codes[code] ?? 0) + 1
  const { status: readiness } = await fetch(`${site.url}/readyz`)
  return { what, stop: Math.round(stop), grown: Math.round(most - before), codes, readiness }
}

/** A picture of noise; a large one repeats the pixels of a small one, which is made in a fraction of the time. */
async function noisePicture(width: number, height: number): Promise<Sharp> {
  const [least, times] = [Math.min(width, height), 8]
  const scale = least > times * 100 ? times : 1
  const noise = await sharp({
    create: {
      width: Math.ceil(width / scale),
      height: Math.ceil(height / scale),
      channels: 3,
      background: '#9ab',
      noise: { type: 'gaussian', mean: 120, sigma: 9 },
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = noise
  return sharp(data, { raw: info, limitInputPixels: false }).resize(width, height, { kernel: 'nearest', fit: 'fill' })
}
const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer())

/** A file of a given size with the start and end of a PDF. */
const largePdf = (megabytes: number) => {
  const bytes = new Uint8Array(megabytes * 1024 * 1024 - 4_096).fill(32)
  bytes.set(pdf)
  bytes.set(pdf, bytes.length - pdf.length)
  return bytes
}

/** The allocator of the C library as the image sets it (Dockerfile). */
export const allocatorSettings = { MALLOC_ARENA_MAX: '2' } as const

interface Kind {
  readonly what: string
  /** Uploads the files; returns the codes of the responses. */
  readonly run: (of: (account: Account) => Person) => Promise<number[]>
}

const checkSheet = async (person: Person, fileId: string) =>
  (await person.call(listingSheetsCalls.listingImport.path, { kind: 'product', fileId })).code

/** How many large files arrive at once. */
export interface FilesAtOnce {
  readonly sheets: number
  readonly pdfs: number
}

/** The kinds of files, largest and worst of each. */
async function fileKinds({ sheets, pdfs }: FilesAtOnce): Promise<readonly Kind[]> {
  const hurtful = Object.values(hostileSheets)
  const small = await sheetOf(1)
  const large = await sheetOf(10_000)
  const hostile = await hostileFiles()
  const photograph = await bytesOf(
    (await noisePicture(8_064, 6_048)).jpeg({ quality: 70 }).withMetadata({ orientation: 6 }),
  )
  const pictures: readonly (readonly [FilePurpose, string, Uint8Array<ArrayBuffer>])[] = [
    ['picture', 'a.jpg', photograph],
    ['attachment', 'a.jpg', photograph],
    ['picture', 'a.jpg', await bytesOf((await noisePicture(5_000, 4_000)).jpeg({ progressive: true, quality: 70 }))],
    ['chat', 'a.webp', await bytesOf((await noisePicture(5_000, 4_000)).webp({ quality: 40, effort: 0 }))],
    ['picture', 'a.webp', await bytesOf((await noisePicture(7_000, 5_000)).webp({ quality: 20, effort: 0 }))],
    [
      'attachment',
      'a.png',
      await bytesOf(sharp({ create: { width: 8_000, height: 6_000, channels: 4, background: '#ccd8' } }).png()),
    ],
    [
      'avatar',
      'a.png',
      await bytesOf(sharp({ create: { width: 2, height: 60_000, channels: 3, background: '#ccd' } }).png()),
    ],
  ]
  const text = new Uint8Array(
    Buffer.concat(Array.from({ length: 1_900 }, () => Buffer.from(`${'名称,数量,备注\n'.repeat(450)}`))),
  )
  const few = new Uint8Array(text.subarray(0, 19 * 1024 * 1024))
  const unreadable = new Uint8Array(few)
  unreadable[unreadable.length - 1] = 0xff
  return [
    {
      what: 'hostile sheets, one after the other',
      run: async (of) => {
        const codes: number[] = []
        for (const bytes of hurtful.map((change) => alteredSheet(small, change))) {
          const { code, fileId } = await of('seller').upload('attachment', '商品.xlsx', bytes)
          codes.push(code === 200 ? await checkSheet(of('seller'), fileId) : code)
        }
        return codes
      },
    },
    {
      what: `${sheets} sheets of 10,000 rows at once`,
      run: async (of) => {
        const { fileId } = await of('seller2').upload('attachment', '商品.xlsx', large)
        return Promise.all(Array.from({ length: sheets }, () => checkSheet(of('seller2'), fileId)))
      },
    },
    {
      what: `${hostile.length} hostile files`,
      run: async (of) => {
        const codes: number[] = []
        for (const [at, { purpose, name, bytes }] of hostile.entries()) {
          codes.push((await of(at % 2 === 0 ? 'buyer' : 'buyer2').upload(purpose, name, bytes)).code)
          if (at % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 1_000))
        }
        return codes
      },
    },
    {
      what: 'largest pictures',
      run: async (of) => {
        const codes: number[] = []
        for (const [purpose, name, bytes] of pictures)
          codes.push((await of('seller3').upload(purpose, name, bytes)).code)
        return codes
      },
    },
    {
      what: 'licences: narrow ones, one of noise, read by text recognition',
      run: async (of) => {
        const codes: number[] = []
        for (const [width, height] of [
          [60, 3_000],
          [6, 3_000],
          [3_000, 2_200],
        ] as const) {
          const picture = await bytesOf((await noisePicture(width, height)).jpeg())
          const { code, fileId } = await of('seller').upload('licence', 'a.jpg', picture)
          codes.push(code)
          if (code === 200)
            codes.push((await of('seller').call(certificationCalls.businessLicenseOcr.path, { fileId })).code)
        }
        return codes
      },
    },
    {
      what: 'texts and PDFs of 20 MB',
      run: async (of) => [
        (await of('service').upload('attachment', 'a.csv', few)).code,
        (await of('service').upload('attachment', 'a.txt', unreadable)).code,
        (await of('service').upload('attachment', 'a.pdf', largePdf(20))).code,
      ],
    },
    {
      what: `${pdfs} PDFs of 10 MB at once`,
      run: async (of) => {
        const bytes = largePdf(10)
        const answers = await Promise.all(
          Array.from({ length: pdfs }, (_, at) =>
            of(accounts[at % accounts.length] ?? 'buyer').upload('attachment', 'a.pdf', bytes),
          ),
        )
        return answers.map(({ code }) => code)
      },
    },
  ]
}

/**
 * Uploads everything, one kind after another, each to a process of its own: memory that earlier files have left behind
 * would hide what a kind adds. `start` starts the product on one and the same folder.
 */
export async function measureFileLoad(start: () => Promise<Site>, atOnce: FilesAtOnce): Promise<FileMeasurement[]> {
  const figures: FileMeasurement[] = []
  const small = await sheetOf(1)
  for (const { what, run } of await fileKinds(atOnce)) {
    const site = await start()
    try {
      const people = new Map<Account, Person>()
      for (const account of accounts) people.set(account, await signedIn(site, account))
      const of = (account: Account): Person => {
        const person = people.get(account)
        if (person === undefined) throw new Error(`No ${account}`)
        return person
      }
      // Warm-up: libraries are loaded and both kinds of threads have run once.
      await checkSheet(of('seller'), (await of('seller').upload('attachment', '商品.xlsx', small)).fileId)
      await of('seller').upload('avatar', 'a.jpg', await bytesOf((await noisePicture(800, 800)).jpeg()))
      const before = memoryOf(site.process.pid ?? 0)
      figures.push(await measured(site, what, before, () => run(of)))
    } finally {
      await site.stop()
    }
  }
  return figures
}
