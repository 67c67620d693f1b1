/** Group of a compound: decides which goods are made of it and where they are shelved. */
export type CompoundGroup =
  | '解热镇痛与抗炎' | '心脑血管' | '内分泌与代谢' | '抗感染' | '抗肿瘤' | '神经精神' | '消化与呼吸' | '泌尿与免疫'
  | '黄酮与酚酸' | '皂苷与萜类' | '生物碱与醌' | '工艺杂质与降解产物' | '基因毒性与亚硝胺杂质' | '维生素' | '氨基酸与糖'
  | 'HPLC 级' | '分析纯与无水溶剂' | '缓冲盐与离子对试剂' | '酸碱' | '偶联与催化' | '还原与碱' | '生物缓冲剂' | '还原与变性剂'
  | '染料与检测' | '抗生素与筛选' | '填充与崩解' | '黏合与包衣' | '润滑与助流' | '增溶与稳定' | '脂质与环糊精' // prettier-ignore

export interface Compound {
  readonly group: CompoundGroup
  readonly name: string
  readonly english: string
  readonly cas: string
  /** Empty for polymers and mixtures. */
  readonly formula: string
}

const groups: Readonly<Record<CompoundGroup, string>> = {
  解热镇痛与抗炎: `
对乙酰氨基酚|Paracetamol|103-90-2|C8H9NO2
阿司匹林|Aspirin|50-78-2|C9H8O4
布洛芬|Ibuprofen|15687-27-1|C13H18O2
咖啡因|Caffeine|58-08-2|C8H10N4O2
双氯芬酸钠|Diclofenac sodium|15307-79-6|C14H10Cl2NNaO2
吲哚美辛|Indometacin|53-86-1|C19H16ClNO4
萘普生|Naproxen|22204-53-1|C14H14O3
塞来昔布|Celecoxib|169590-42-5|C17H14F3N3O2S
酮洛芬|Ketoprofen|22071-15-4|C16H14O3
美洛昔康|Meloxicam|71125-38-7|C14H13N3O4S2
依托考昔|Etoricoxib|202409-33-4|C18H15ClN2O2S
地塞米松|Dexamethasone|50-02-2|C22H29FO5
泼尼松龙|Prednisolone|50-24-8|C21H28O5
氢化可的松|Hydrocortisone|50-23-7|C21H30O5`,
  心脑血管: `
阿托伐他汀钙|Atorvastatin calcium|134523-03-8|C66H68CaF2N4O10
瑞舒伐他汀钙|Rosuvastatin calcium|147098-20-2|C44H54CaF2N6O12S2
辛伐他汀|Simvastatin|79902-63-9|C25H38O5
洛伐他汀|Lovastatin|75330-75-5|C24H36O5
苯磺酸氨氯地平|Amlodipine besylate|111470-99-6|C26H31ClN2O8S
硝苯地平|Nifedipine|21829-25-4|C17H18N2O6
缬沙坦|Valsartan|137862-53-4|C24H29N5O3
氯沙坦钾|Losartan potassium|124750-99-8|C22H22ClKN6O
厄贝沙坦|Irbesartan|138402-11-6|C25H28N6O
替米沙坦|Telmisartan|144701-48-4|C33H30N4O2
卡托普利|Captopril|62571-86-2|C9H15NO3S
马来酸依那普利|Enalapril maleate|76095-16-4|C24H32N2O9
盐酸普萘洛尔|Propranolol hydrochloride|318-98-9|C16H22ClNO2
阿替洛尔|Atenolol|29122-68-7|C14H22N2O3
酒石酸美托洛尔|Metoprolol tartrate|56392-17-7|C34H56N2O12
呋塞米|Furosemide|54-31-9|C12H11ClN2O5S
氢氯噻嗪|Hydrochlorothiazide|58-93-5|C7H8ClN3O4S2
螺内酯|Spironolactone|52-01-7|C24H32O4S
硫酸氢氯吡格雷|Clopidogrel bisulfate|120202-66-6|C16H18ClNO6S2
替格瑞洛|Ticagrelor|274693-27-5|C23H28F2N6O4S
利伐沙班|Rivaroxaban|366789-02-8|C19H18ClN3O5S
阿哌沙班|Apixaban|503612-47-3|C25H25N5O4
华法林钠|Warfarin sodium|129-06-6|C19H15NaO4
盐酸维拉帕米|Verapamil hydrochloride|152-11-4|C27H39ClN2O4
盐酸地尔硫䓬|Diltiazem hydrochloride|33286-22-5|C22H27ClN2O4S
地高辛|Digoxin|20830-75-5|C41H64O14`,
  内分泌与代谢: `
盐酸二甲双胍|Metformin hydrochloride|1115-70-4|C4H12ClN5
格列美脲|Glimepiride|93479-97-1|C24H34N4O5S
格列齐特|Gliclazide|21187-98-4|C15H21N3O3S
磷酸西格列汀一水合物|Sitagliptin phosphate monohydrate|654671-77-9|C16H20F6N5O6P
达格列净|Dapagliflozin|461432-26-8|C21H25ClO6
恩格列净|Empagliflozin|864070-44-0|C23H27ClO7
利格列汀|Linagliptin|668270-12-0|C25H28N8O2
阿卡波糖|Acarbose|56180-94-0|C25H43NO18
黄体酮|Progesterone|57-83-0|C21H30O2
雌二醇|Estradiol|50-28-2|C18H24O2
左甲状腺素钠|Levothyroxine sodium|55-03-8|C15H10I4NNaO4
别嘌醇|Allopurinol|315-30-0|C5H4N4O
非布司他|Febuxostat|144060-53-7|C16H16N2O3S`,
  抗感染: `
阿莫西林三水合物|Amoxicillin trihydrate|61336-70-7|C16H25N3O8S
头孢克肟|Cefixime|79350-37-1|C16H15N5O7S2
头孢曲松钠|Ceftriaxone sodium|74578-69-1|C18H16N8Na2O7S3
头孢氨苄|Cefalexin|15686-71-2|C16H17N3O4S
阿奇霉素|Azithromycin|83905-01-5|C38H72N2O12
克拉霉素|Clarithromycin|81103-11-9|C38H69NO13
红霉素|Erythromycin|114-07-8|C37H67NO13
左氧氟沙星|Levofloxacin|100986-85-4|C18H20FN3O4
盐酸莫西沙星|Moxifloxacin hydrochloride|186826-86-8|C21H25ClFN3O4
环丙沙星|Ciprofloxacin|85721-33-1|C17H18FN3O3
诺氟沙星|Norfloxacin|70458-96-7|C16H18FN3O3
甲硝唑|Metronidazole|443-48-1|C6H9N3O3
磺胺甲噁唑|Sulfamethoxazole|723-46-6|C10H11N3O3S
甲氧苄啶|Trimethoprim|738-70-5|C14H18N4O3
利福平|Rifampicin|13292-46-1|C43H58N4O12
异烟肼|Isoniazid|54-85-3|C6H7N3O
氟康唑|Fluconazole|86386-73-4|C13H12F2N6O
伏立康唑|Voriconazole|137234-62-9|C16H14F3N5O
伊曲康唑|Itraconazole|84625-61-6|C35H38Cl2N8O4
阿昔洛韦|Aciclovir|59277-89-3|C8H11N5O3
更昔洛韦|Ganciclovir|82410-32-0|C9H13N5O4
恩替卡韦|Entecavir|142217-69-4|C12H15N5O3
拉米夫定|Lamivudine|134678-17-4|C8H11N3O3S
齐多夫定|Zidovudine|30516-87-1|C10H13N5O4
利巴韦林|Ribavirin|36791-04-5|C8H12N4O5
盐酸万古霉素|Vancomycin hydrochloride|1404-93-9|C66H76Cl3N9O24
利奈唑胺|Linezolid|165800-03-3|C16H20FN3O4
青霉素 G 钾|Benzylpenicillin potassium|113-98-4|C16H17KN2O4S`,
  抗肿瘤: `
甲磺酸伊马替尼|Imatinib mesylate|220127-57-1|C30H35N7O4S
吉非替尼|Gefitinib|184475-35-2|C22H24ClFN4O3
盐酸厄洛替尼|Erlotinib hydrochloride|183319-69-9|C22H24ClN3O4
甲磺酸奥希替尼|Osimertinib mesylate|1421373-66-1|C29H37N7O5S
索拉非尼|Sorafenib|284461-73-0|C21H16ClF3N4O3
舒尼替尼|Sunitinib|557795-19-4|C22H27FN4O2
拉帕替尼|Lapatinib|231277-92-2|C29H26ClFN4O4S
达沙替尼|Dasatinib|302962-49-8|C22H26ClN7O2S
尼洛替尼|Nilotinib|641571-10-0|C28H22F3N7O
奥拉帕利|Olaparib|763113-22-0|C24H23FN4O3
紫杉醇|Paclitaxel|33069-62-4|C47H51NO14
多西他赛|Docetaxel|114977-28-5|C43H53NO14
盐酸多柔比星|Doxorubicin hydrochloride|25316-40-9|C27H30ClNO11
顺铂|Cisplatin|15663-27-1|Cl2H6N2Pt
卡铂|Carboplatin|41575-94-4|C6H12N2O4Pt
奥沙利铂|Oxaliplatin|61825-94-3|C8H14N2O4Pt
氟尿嘧啶|Fluorouracil|51-21-8|C4H3FN2O2
盐酸吉西他滨|Gemcitabine hydrochloride|122111-03-9|C9H12ClF2N3O4
卡培他滨|Capecitabine|154361-50-9|C15H22FN3O6
甲氨蝶呤|Methotrexate|59-05-2|C20H22N8O5
替莫唑胺|Temozolomide|85622-93-1|C6H6N6O2
来那度胺|Lenalidomide|191732-72-6|C13H13N3O3
硼替佐米|Bortezomib|179324-69-7|C19H25BN4O4
他莫昔芬|Tamoxifen|10540-29-1|C26H29NO
来曲唑|Letrozole|112809-51-5|C17H11N5
阿那曲唑|Anastrozole|120511-73-1|C17H19N5
依托泊苷|Etoposide|33419-42-0|C29H32O13
盐酸伊立替康|Irinotecan hydrochloride|100286-90-6|C33H39ClN4O6`,
  神经精神: `
卡马西平|Carbamazepine|298-46-4|C15H12N2O
丙戊酸钠|Sodium valproate|1069-66-5|C8H15NaO2
左乙拉西坦|Levetiracetam|102767-28-2|C8H14N2O2
拉莫三嗪|Lamotrigine|84057-84-1|C9H7Cl2N5
加巴喷丁|Gabapentin|60142-96-3|C9H17NO2
普瑞巴林|Pregabalin|148553-50-8|C8H17NO2
盐酸舍曲林|Sertraline hydrochloride|79559-97-0|C17H18Cl3N
盐酸氟西汀|Fluoxetine hydrochloride|56296-78-7|C17H19ClF3NO
草酸艾司西酞普兰|Escitalopram oxalate|219861-08-2|C22H23FN2O5
奥氮平|Olanzapine|132539-06-1|C17H20N4S
富马酸喹硫平|Quetiapine fumarate|111974-72-2|C46H54N6O8S2
利培酮|Risperidone|106266-06-2|C23H27FN4O2
阿立哌唑|Aripiprazole|129722-12-9|C23H27Cl2N3O2
盐酸多奈哌齐|Donepezil hydrochloride|120011-70-3|C24H30ClNO3
苯妥英钠|Phenytoin sodium|630-93-3|C15H11N2NaO2
左旋多巴|Levodopa|59-92-7|C9H11NO4`,
  消化与呼吸: `
奥美拉唑|Omeprazole|73590-58-6|C17H19N3O3S
兰索拉唑|Lansoprazole|103577-45-3|C16H14F3N3O2S
雷贝拉唑钠|Rabeprazole sodium|117976-90-6|C18H20N3NaO3S
埃索美拉唑镁|Esomeprazole magnesium|161973-10-0|C34H36MgN6O6S2
法莫替丁|Famotidine|76824-35-6|C8H15N7O2S3
盐酸雷尼替丁|Ranitidine hydrochloride|66357-59-3|C13H23ClN4O3S
多潘立酮|Domperidone|57808-66-9|C22H24ClN5O2
盐酸昂丹司琼|Ondansetron hydrochloride|99614-01-4|C18H20ClN3O
孟鲁司特钠|Montelukast sodium|151767-02-1|C35H35ClNNaO3S
硫酸沙丁胺醇|Salbutamol sulfate|51022-70-9|C26H44N2O10S
布地奈德|Budesonide|51333-22-3|C25H34O6
丙酸氟替卡松|Fluticasone propionate|80474-14-2|C25H31F3O5S
茶碱|Theophylline|58-55-9|C7H8N4O2
氯雷他定|Loratadine|79794-75-5|C22H23ClN2O2
盐酸西替利嗪|Cetirizine hydrochloride|83881-52-1|C21H27Cl3N2O3
盐酸氨溴索|Ambroxol hydrochloride|23828-92-4|C13H19Br2ClN2O
乙酰半胱氨酸|Acetylcysteine|616-91-1|C5H9NO3S`,
  泌尿与免疫: `
枸橼酸西地那非|Sildenafil citrate|171599-83-0|C28H38N6O11S
他达拉非|Tadalafil|171596-29-5|C22H19N3O4
非那雄胺|Finasteride|98319-26-7|C23H36N2O2
他克莫司|Tacrolimus|104987-11-3|C44H69NO12
环孢素|Ciclosporin|59865-13-3|C62H111N11O12
西罗莫司|Sirolimus|53123-88-9|C51H79NO13
吗替麦考酚酯|Mycophenolate mofetil|128794-94-5|C23H31NO7
枸橼酸托法替布|Tofacitinib citrate|540737-29-9|C22H28N6O8
秋水仙碱|Colchicine|64-86-8|C22H25NO6`,
  黄酮与酚酸: `
槲皮素|Quercetin|117-39-5|C15H10O7
姜黄素|Curcumin|458-37-7|C21H20O6
白藜芦醇|Resveratrol|501-36-0|C14H12O3
黄芩苷|Baicalin|21967-41-9|C21H18O11
葛根素|Puerarin|3681-99-0|C21H20O9
绿原酸|Chlorogenic acid|327-97-9|C16H18O9
芦丁|Rutin|153-18-4|C27H30O16
阿魏酸|Ferulic acid|1135-24-6|C10H10O4`,
  皂苷与萜类: `
人参皂苷 Rb1|Ginsenoside Rb1|41753-43-9|C54H92O23
人参皂苷 Rg1|Ginsenoside Rg1|22427-39-0|C42H72O14
甘草酸|Glycyrrhizic acid|1405-86-3|C42H62O16
青蒿素|Artemisinin|63968-64-9|C15H22O5
穿心莲内酯|Andrographolide|5508-58-7|C20H30O5
熊果酸|Ursolic acid|77-52-1|C30H48O3`,
  生物碱与醌: `
盐酸小檗碱|Berberine hydrochloride|633-65-8|C20H18ClNO4
丹参酮 IIA|Tanshinone IIA|568-72-9|C19H18O3
大黄素|Emodin|518-82-1|C15H10O5
苦参碱|Matrine|519-02-8|C15H24N2O`,
  工艺杂质与降解产物: `
对氨基酚|4-Aminophenol|123-30-8|C6H7NO
水杨酸|Salicylic acid|69-72-7|C7H6O3
4-异丁基苯乙酮|4-Isobutylacetophenone|38861-78-8|C12H16O
5-羟甲基糠醛|5-Hydroxymethylfurfural|67-47-0|C6H6O3
可可碱|Theobromine|83-67-0|C7H8N4O2`,
  基因毒性与亚硝胺杂质: `
N-亚硝基二甲胺|N-Nitrosodimethylamine|62-75-9|C2H6N2O
N-亚硝基二乙胺|N-Nitrosodiethylamine|55-18-5|C4H10N2O
甲磺酸乙酯|Ethyl methanesulfonate|62-50-0|C3H8O3S
甲磺酸甲酯|Methyl methanesulfonate|66-27-3|C2H6O3S
对甲苯磺酸甲酯|Methyl p-toluenesulfonate|80-48-8|C8H10O3S`,
  维生素: `
维生素 C|Ascorbic acid|50-81-7|C6H8O6
叶酸|Folic acid|59-30-3|C19H19N7O6
维生素 B12|Cyanocobalamin|68-19-9|C63H88CoN14O14P
烟酰胺|Nicotinamide|98-92-0|C6H6N2O
盐酸硫胺|Thiamine hydrochloride|67-03-8|C12H18Cl2N4OS
核黄素|Riboflavin|83-88-5|C17H20N4O6`,
  氨基酸与糖: `
L-谷氨酰胺|L-Glutamine|56-85-9|C5H10N2O3
甘氨酸|Glycine|56-40-6|C2H5NO2
L-精氨酸|L-Arginine|74-79-3|C6H14N4O2
D-葡萄糖|D-Glucose|50-99-7|C6H12O6
D-海藻糖二水合物|D-Trehalose dihydrate|6138-23-4|C12H26O13`,
  'HPLC 级': `
乙腈|Acetonitrile|75-05-8|C2H3N
甲醇|Methanol|67-56-1|CH4O
异丙醇|Isopropanol|67-63-0|C3H8O
四氢呋喃|Tetrahydrofuran|109-99-9|C4H8O
正己烷|n-Hexane|110-54-3|C6H14`,
  分析纯与无水溶剂: `
乙醇|Ethanol|64-17-5|C2H6O
二氯甲烷|Dichloromethane|75-09-2|CH2Cl2
乙酸乙酯|Ethyl acetate|141-78-6|C4H8O2
N,N-二甲基甲酰胺|N,N-Dimethylformamide|68-12-2|C3H7NO
二甲基亚砜|Dimethyl sulfoxide|67-68-5|C2H6OS
2-甲基四氢呋喃|2-Methyltetrahydrofuran|96-47-9|C5H10O`,
  缓冲盐与离子对试剂: `
磷酸二氢钾|Potassium dihydrogen phosphate|7778-77-0|H2KO4P
乙酸铵|Ammonium acetate|631-61-8|C2H7NO2
氯化钠|Sodium chloride|7647-14-5|ClNa
三乙胺|Triethylamine|121-44-8|C6H15N`,
  酸碱: `
磷酸|Phosphoric acid|7664-38-2|H3O4P
甲酸|Formic acid|64-18-6|CH2O2
三氟乙酸|Trifluoroacetic acid|76-05-1|C2HF3O2
氢氧化钠|Sodium hydroxide|1310-73-2|HNaO
枸橼酸|Citric acid|77-92-9|C6H8O7`,
  偶联与催化: `
HATU|HATU|148893-10-1|C10H15F6N6OP
EDC 盐酸盐|EDC hydrochloride|25952-53-8|C8H18ClN3
三苯基膦|Triphenylphosphine|603-35-0|C18H15P
四(三苯基膦)钯|Tetrakis(triphenylphosphine)palladium(0)|14221-01-3|C72H60P4Pd`,
  还原与碱: `
硼氢化钠|Sodium borohydride|16940-66-2|BH4Na
DBU|1,8-Diazabicyclo[5.4.0]undec-7-ene|6674-22-2|C9H16N2
咪唑|Imidazole|288-32-4|C3H4N2`,
  生物缓冲剂: `
三羟甲基氨基甲烷|Tris|77-86-1|C4H11NO3
HEPES|HEPES|7365-45-9|C8H18N2O4S
EDTA 二钠二水合物|EDTA disodium dihydrate|6381-92-6|C10H18N2Na2O10`,
  还原与变性剂: `
二硫苏糖醇|DL-Dithiothreitol|3483-12-3|C4H10O2S2
十二烷基硫酸钠|Sodium dodecyl sulfate|151-21-3|C12H25NaO4S
盐酸胍|Guanidine hydrochloride|50-01-1|CH6ClN3
尿素|Urea|57-13-6|CH4N2O`,
  染料与检测: `
MTT|Thiazolyl blue|298-93-1|C18H16BrN5S
DAPI|DAPI dihydrochloride|28718-90-3|C16H17Cl2N5
碘化丙啶|Propidium iodide|25535-16-4|C27H34I2N4`,
  抗生素与筛选: `
嘌呤霉素二盐酸盐|Puromycin dihydrochloride|58-58-2|C22H31Cl2N7O5
G418 硫酸盐|Geneticin disulfate|108321-42-2|C20H44N4O18S2
放线菌酮|Cycloheximide|66-81-9|C15H23NO4`,
  填充与崩解: `
微晶纤维素|Microcrystalline cellulose|9004-34-6|
乳糖一水合物|Lactose monohydrate|64044-51-5|C12H24O12
甘露醇|D-Mannitol|69-65-8|C6H14O6
羧甲淀粉钠|Sodium starch glycolate|9063-38-1|
交联羧甲纤维素钠|Croscarmellose sodium|74811-65-7|
蔗糖|Sucrose|57-50-1|C12H22O11`,
  黏合与包衣: `
羟丙甲纤维素|Hypromellose|9004-65-3|
聚维酮 K30|Povidone K30|9003-39-8|
聚乙二醇 4000|Macrogol 4000|25322-68-3|
羟丙纤维素|Hydroxypropyl cellulose|9004-64-2|`,
  润滑与助流: `
硬脂酸镁|Magnesium stearate|557-04-0|C36H70MgO4
二氧化硅|Colloidal silicon dioxide|7631-86-9|O2Si
滑石粉|Talc|14807-96-6|
富马酸硬脂酸钠|Sodium stearyl fumarate|4070-80-8|C22H39NaO4`,
  增溶与稳定: `
聚山梨酯 80|Polysorbate 80|9005-65-6|
聚山梨酯 20|Polysorbate 20|9005-64-5|
泊洛沙姆 188|Poloxamer 188|9003-11-6|
丙二醇|Propylene glycol|57-55-6|C3H8O2
甘油|Glycerol|56-81-5|C3H8O3
苯甲醇|Benzyl alcohol|100-51-6|C7H8O`,
  脂质与环糊精: `
羟丙基倍他环糊精|Hydroxypropyl betadex|128446-35-5|
胆固醇|Cholesterol|57-88-5|C27H46O
二硬脂酰磷脂酰胆碱|DSPC|816-94-4|C44H88NO8P
大豆磷脂|Soybean phospholipids|8002-43-5|`,
}

const isGroup = (name: string): name is CompoundGroup => name in groups

/** Real compounds with their CAS numbers; the tests check every check digit. */
export const compounds: readonly Compound[] = Object.entries(groups).flatMap(([group, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', english = '', cas = '', formula = ''] = line.split('|')
      if (!isGroup(group)) throw new Error(`No group ${group}`)
      return { group, name, english, cas, formula }
    }),
)
