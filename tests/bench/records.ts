import { sql } from 'drizzle-orm'
import { encryptValue } from '../../src/db/encryption/cipher.ts'
import type { Db } from '../../src/db/open.ts'
import { findRecords } from '../../src/server/dashboards/records/record-rows.ts'
import { isServerAvailable, startRuntimeOn, withDatabase } from './postgres.ts'
import type { Line } from './table.ts'

/** Search of operators for records among many users and companies, on PostgreSQL. */

const [userCount, companyCount, asked] = [1_000_000, 100_000, 200]
const batch = 10_000
/** Numbers that no user of the demo has. */
const mobileAt = (n: number) => String(19_000_000_000 + n)

export async function recordSearch(): Promise<Line[]> {
  if (!(await isServerAvailable())) return [{ what: 'search for records', figure: 'no PostgreSQL answers' }]
  return withDatabase(async (url) => {
    const runtime = await startRuntimeOn(url)
    try {
      await fill(runtime.db)
      return await measure(runtime.db)
    } finally {
      await runtime.close()
    }
  })
}

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗'
const givenNames = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂英华玉萍红'

/** Every name occurs some 90 times; numbers are each unique. */
async function fill(db: Db): Promise<void> {
  await db.execute(sql`
    insert into companies (name, short_name, district_code, certification)
    select '测试医药' || n || '号研发有限公司', '医药' || n, '320500', 'approved'
    from generate_series(1, ${companyCount}::int) n`)
  for (let first = 1; first <= userCount; first += batch) {
    const mobiles = Array.from({ length: batch }, (_, at) => encryptValue(mobileAt(first + at), 'users.mobile'))
    await db.execute(sql`
      insert into users (login_name, real_name, mobile)
      select 'record' || n,
        substr(${surnames}::text, 1 + n % 20, 1) || substr(${givenNames}::text, 1 + n / 20 % 27, 1)
          || substr(${givenNames}::text, 1 + n / 540 % 27, 1),
        mobile
      from (select ${first}::int + at::int - 1 as n, mobile
        from unnest(${sql.param(mobiles)}::text[]) with ordinality as made (mobile, at)) as person`)
  }
  await db.execute(sql`analyze users`)
  await db.execute(sql`analyze companies`)
}

async function measure(db: Db): Promise<Line[]> {
  const nameAt = (n: number) =>
    [surnames[n % 20], givenNames[Math.floor(n / 20) % 27], givenNames[Math.floor(n / 540) % 27]].join('')
  const questions = [
    ['user', 'by id', (n: number) => String(50_000 + n * 4_321)],
    ['user', 'by mobile', (n: number) => mobileAt(1 + n * 4_999)],
    ['user', 'by login name', (n: number) => `record${1 + n * 4_999}`],
    ['user', 'by the beginning of a login name', (n: number) => `record${1_000 + n}`],
    ['user', 'by name', (n: number) => nameAt(n * 4_999)],
    ['user', 'of nobody', (n: number) => `nobody${n}`],
    ['company', 'by a part of the name', (n: number) => `医药${1 + n * 499}号`],
    ['company', 'by the beginning of the name', () => '测试'],
  ] as const
  const lines: Line[] = []
  for (const [kind, how, keywordOf] of questions) {
    const times: number[] = []
    for (let n = 0; n < asked; n += 1) {
      const started = performance.now()
      await findRecords(db, kind, { keyword: keywordOf(n), limit: 21 })
      times.push(performance.now() - started)
    }
    times.sort((one, other) => one - other)
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
    lines.push({
      what: `record search among ${userCount.toLocaleString('en')} users and ${companyCount.toLocaleString('en')} companies: ${kind} ${how} (PostgreSQL)`,
      figure: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (goal 20 ms)`,
    })
  }
  return lines
}
