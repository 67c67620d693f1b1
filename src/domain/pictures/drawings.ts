import * as charts from './chart-drawings.ts'
import {
  isSquareDrawing,
  isStructure,
  isWideDrawing,
  structureParts,
  type SquareKind,
  type WideKind,
} from './drawing-names.ts'
import * as goods from './goods-drawings.ts'
import { drawingFile, words } from './pen.ts'
import * as parks from './park-drawings.ts'
import * as scenes from './scene-drawings.ts'
import { seeded, textHash, type Seeded } from './seeded-numbers.ts'
import { structureDrawing, type Structure } from './structure-drawing.ts'
import * as work from './work-drawings.ts'

type Draw = (s: Seeded) => string

/** Every wide kind with what a screen reader is told. */
const wide: Readonly<Record<WideKind, readonly [title: string, draw: Draw]>> = {
  dose: ['量效曲线示意', charts.dose],
  pk: ['药时曲线示意', charts.pk],
  chromatogram: ['色谱图示意', charts.chromatogram],
  diffraction: ['衍射图谱示意', charts.diffraction],
  spectrum: ['质谱图示意', charts.spectrum],
  resonance: ['核磁图谱示意', charts.resonance],
  growth: ['分组变化曲线示意', charts.growth],
  survival: ['生存曲线示意', charts.survival],
  boxes: ['分组箱线图示意', charts.boxes],
  columns: ['分组柱状图示意', charts.columns],
  release: ['释放曲线示意', charts.release],
  stability: ['稳定性趋势示意', charts.stability],
  binding: ['结合动力学曲线示意', charts.binding],
  thermal: ['热分析曲线示意', charts.thermal],
  sizes: ['粒径分布示意', charts.sizes],
  cytometry: ['流式散点图示意', charts.cytometry],
  histograms: ['荧光直方图示意', charts.histograms],
  clusters: ['细胞分群示意', charts.clusters],
  wellplate: ['微孔板信号示意', charts.wellPlate],
  heatmap: ['热图示意', charts.heatMap],
  gel: ['电泳图示意', charts.gel],
  blot: ['免疫印迹示意', charts.blot],
  sequence: ['测序峰图示意', charts.sequence],
  coverage: ['基因组覆盖示意', charts.coverage],
  plasmid: ['质粒图谱示意', charts.plasmid],
  heart: ['心电图示意', charts.heartTrace],
  cells: ['细胞视野示意', work.cells],
  slide: ['组织切片示意', work.slide],
  schedule: ['试验日程示意', work.schedule],
  allocation: ['试验分组示意', work.allocation],
  phases: ['项目进度示意', work.phases],
  vessels: ['反应装置示意', work.vessels],
  flowline: ['连续流装置示意', work.flowLine],
  modules: ['申报模块示意', work.modules],
  folders: ['文件目录示意', work.folders],
  checksheet: ['检查清单示意', work.checkSheet],
  cycle: ['改进循环示意', work.cycle],
  matrix: ['对应矩阵示意', work.matrix],
  pair: ['文件对照示意', work.pair],
  review: ['资料审阅示意', work.review],
  meeting: ['沟通会议示意', work.meeting],
  device: ['器械示意', work.device],
  antibody: ['抗体结构示意', work.antibody],
  housing: ['动物饲养示意', work.housing],
  docking: ['分子对接示意', work.docking],
  building: ['研发楼示意', scenes.building],
  bench: ['实验台示意', scenes.bench],
  plant: ['中试车间示意', scenes.plant],
  cleanroom: ['洁净区示意', scenes.cleanRoom],
  animalroom: ['动物房示意', scenes.animalRoom],
  office: ['办公区示意', scenes.office],
  store: ['仓储区示意', scenes.store],
  siteplan: ['园区总平面示意', parks.siteplan],
  floorplan: ['实验层平面示意', parks.floorplan],
  section: ['厂房剖面示意', parks.section],
  zones: ['动物房分区示意', parks.zones],
  front: ['研发楼立面示意', parks.front],
}

const square: Readonly<Record<SquareKind, readonly [title: string, draw: Draw]>> = {
  bottle: ['试剂瓶示意', goods.bottle],
  vial: ['样品瓶示意', goods.vial],
  ampoule: ['安瓿示意', goods.ampoule],
  column: ['色谱柱示意', goods.column],
  plate: ['微孔板示意', goods.plate],
  kit: ['试剂盒示意', goods.kit],
  tube: ['离心管示意', goods.tube],
  pipette: ['移液器示意', goods.pipette],
  tips: ['吸头盒示意', goods.tips],
  flask: ['培养瓶与烧瓶示意', goods.flask],
  dish: ['培养皿示意', goods.dish],
  bag: ['血浆袋示意', goods.bag],
  drum: ['原料包装示意', goods.drum],
  tower: ['色谱系统示意', goods.tower],
  analyser: ['台式仪器示意', goods.analyser],
  rotor: ['离心机示意', goods.rotor],
  cabinet: ['箱式设备示意', goods.cabinet],
  cartridge: ['固相萃取柱示意', goods.cartridge],
  animal: ['实验动物示意', goods.animal],
}

/** Nobody shall take a drawing for a result. */
const note = words(312, 194, '示意图', { anchor: 'end', size: 10, ink: 'note' })

/**
 * The SVG file of a drawing by its name: the same name always gives the same file. Undefined for a name of no drawing;
 * `structureOf` knows compounds by CAS number.
 */
export function drawByName(name: string, structureOf: (cas: string) => Structure | undefined): string | undefined {
  if (isStructure(name)) {
    const parts = structureParts(name)
    const structure = parts === undefined ? undefined : structureOf(parts.cas)
    if (parts === undefined || structure === undefined) return undefined
    const body = structureDrawing(structure, parts.container, seeded(textHash(name)))
    return drawingFile(`CAS ${parts.cas} 结构式（未标立体构型）`, 'square', body)
  }
  const at = name.lastIndexOf('-')
  const kind = name.slice(0, at)
  const s = () => seeded(textHash(name))
  if (isWideDrawing(name)) {
    const entry = Object.entries(wide).find(([each]) => each === kind)?.[1]
    return entry === undefined ? undefined : drawingFile(entry[0], 'wide', entry[1](s()) + note)
  }
  if (isSquareDrawing(name)) {
    const entry = Object.entries(square).find(([each]) => each === kind)?.[1]
    return entry === undefined ? undefined : drawingFile(entry[0], 'square', entry[1](s()))
  }
  return undefined
}
