import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { helpPictureSize } from '../../src/domain/content/help-pictures.ts'
import { launchBrowser } from '../support/browser.ts'
import { helpPictureFile, helpPictures, takeHelpPictures } from '../support/help-pictures.ts'
import { addressesWithIds } from '../support/route-addresses.ts'
import { root } from '../support/sources.ts'

test('every picture of the help can be taken of the product as it is, and is in its text', async () => {
  const site = inject('site')
  const browser = await launchBrowser()
  const taken: string[] = []
  try {
    await takeHelpPictures(
      browser,
      site,
      await addressesWithIds(site, inject('databaseSocket')),
      async ({ name }, png) => {
        taken.push(name)
        const { width, height } = await sharp(png).metadata()
        expect({ width, height }, name).toEqual(helpPictureSize)
      },
    )
  } finally {
    await browser.close()
  }
  expect(taken).toHaveLength(helpPictures.length)
  const unused = helpPictures.filter(({ name }) => {
    const text = readFileSync(join(root, 'src/content/help', `${name}.md`), 'utf8')
    return !existsSync(helpPictureFile(name)) || !text.includes(`(/pictures/help/${name}.webp)`)
  })
  expect(unused).toEqual([])
})
