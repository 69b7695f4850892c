"""The documents of the fresh part: each of another kind, as people paste them."""

from __future__ import annotations

__all__ = ["DOCUMENTS"]

DOCUMENTS: dict[str, str] = {
    "allotment": "Garfield Lane Allotment Society, committee notes\nPresent: seven, apologies from two\n3. New "
    "plotholder. {name} ({age}), {job} with {employer}, not long moved from {city}, has plot 14B as of "
    "{day_th}.\n4. Hardship fund. Household outgoings stated as {rent_pounds} a month, application to be decided "
    "by mail to {email} before the AGM.\n5. Slugs, again.",
    "discharge": "DISCHARGE SUMMARY - copy to GP\nPt: {family_caps}, {first}    Age/sex: {age_sex}\nSocial: "
    "{work}, {employer}. Lives alone, {city}.\nAdm {day_dash} w/ community acquired pneumonia, home on day 4, PO "
    "abx x5/7.\nPt anxious re sick pay, fixed costs {rent_usd} monthly.\nClinic letter to {email} (no post "
    "please)\nDictated, not signed",
    "lodger": "Mum: did that lodger ever get back to you??\nMe: yep, finally. {name} is the name, {age}\nMum: "
    "and??\nMe: {job}, works for {employer}, coming over from {city}\nMum: when\nMe: {day_us_th}\nMum: did you say "
    "the price\nMe: {rent_plain} a month, no haggling lol\nMum: get it in writing\nMe: already did, from {email} x",
    "semicolons": "ref;contact;yrs;occupation;works for;based "
    "in;monthly;effective;e-mail\n0093;{name};{age};{work};{employer};{city};{rent_cents};{day_iso};{email}\n0094;;;;;;;;\n",
    "burst_pipe": "FIRST NOTICE OF LOSS\nPolicy type: contents | Peril: escape of water\nInsured ..... {name}, aged "
    "{age}\nRisk address  {city} (full address on file)\nBusiness .... {work}, salaried, {employer}\nDate of loss  "
    "{day_slash}\nRental value  {rent_usd} pcm, alternative accommodation likely\nContact ..... {email}\nHandler's "
    "remarks: neighbour above admits the washing machine.",
    "parentsheet": "Dear parents, please return by Friday. Use CAPITALS.\n\nParent or carer: {name}\nYour age "
    "(for the survey): {age}\nWhat do you do, and where? {job}, {employer}\nHome town: {city}\nMonthly childcare "
    "bill: {rent}\nFirst day of attendance: {day_us_short}\nMail for absence notes: {email}\n\nO I agree to "
    "photos    O I don't",
    "rovers": "Rovers FC veterans, new signing!!\nGive it up for {name} - {age} years young, {job} by day at "
    "{employer}, left back by night. Played for the reserves in {city} till the knee went. Registration goes "
    "through on {day_short}, sponsor covers {rent} a month for physio. Kit size and bank stuff to the kitman via "
    "{email} please.\nUp the Rovers",
    "onboarding": "Subject: New starter checklist (please action)\n\nAll,\n- Who: {name}, {age}\n- Role: "
    "{work_title}\n- Entity on payslip: {employer}\n- Desk: {city} office, 3rd floor\n- Day one: {day_long}\n- "
    "Relocation allowance: {rent_usd} monthly, capped at six\n- Private mail until the account exists: "
    "{email}\n\nIT, laptop by then please. Facilities, badge.",
    "affidavit": "I, {name}, aged {age_words}, {work} by occupation, usually resident in {city}, make oath and "
    "say:\n1. That I have been in the employ of {employer} at all material times.\n2. That on {day} I entered into "
    "the agreement exhibited as A.\n3. That I undertook to pay {rent_usd} each month under it.\n4. That notices "
    "sent to {email} were received by me.\nSworn before me, commissioner for oaths",
    "missed_call": "(auto transcript, 00:41)\nhi um this is {name} calling about the flat uh i'm {age} i'm {job} "
    "over at {employer} and um yeah moving up from {city} the advert said {rent_k} a month is that still right "
    "anyway i could come round on {day_us_th} or so um my email's {email} ok thank you bye",
    "yamlrow": "# volunteers/2026/0417.yaml\nvolunteer:\n  display: {name}\n  years: {age}\n  day_job:\n    "
    "title: {work}\n    at: {employer}\n  hub: {city}\n  stipend_per_month: {rent_plain}\n  joined: {day_iso}\n  "
    "contact: [{email}]\ntags: [driver, first-aid]",
    "toast": "Witness notes!! do NOT lose\n- start w/ the canoe story\n- our hero = {name}, {age} (looks 50, "
    "pause for laugh)\n- met the other half in {city}, both stuck in a lift\n- big date: {day_long}\n- dig at the "
    "job: {job} at {employer}, nobody knows what he does\n- honeymoon fund, {rent_k} a month saved, hide it from "
    "both mums\n- slides to {email} the night before",
    "counselling": "Intake, first hour\nCl. is {name}, {age}, self-referred. Works as {job}, {employer}; reports "
    "panic on the commute. Grew up in {city}, close to sister. Stressor: supports father with {rent} every month "
    "since the stroke on {day_short}. No SI. Plan: weekly, CBT, homework by mail ({email}).",
    "grievance": "GRIEVANCE STAGE 1\nMember ....: {name}\nAge .......: {age}\nGrade/post : {work}\nEmployer ..: "
    "{employer}\nBranch ....: {city}\nLoss ......: {rent_pounds} per month in shift premium\nSince .....: "
    "{day_ordinal}\nReply to ..: {email}\nRemedy sought: back pay, and an apology in writing.",
    "locked_out": "[#55120] {name} wrote via {email} on {day_iso}:\n\ncant log in since the update. for "
    "verification: age {age}, account city {city}, occupation on file {work} ({employer}), last direct debit "
    "{rent_plain} per month. pls dont ask me again, 3rd time!!!\n-- priority: high -- queue: billing --",
    "creditmemo": "CREDIT COMMITTEE - MEMO 7/B\nApplicant {name}, age {age_words}, {work}.\nEmployer {employer}; "
    "letter of confirmation seen. Property situated in {city}, valuation outstanding.\nProposed instalment: "
    "{rent_usd} / month. First instalment falls due {day}. Recommendation: approve, subject to proof of "
    "deposit.\nApplicant's mailbox for the offer is {email} (opted out of post).",
    "xmlrow": '<policyholder source="web">\n  <fullname>{name}</fullname><age>{age}</age>\n  '
    "<occupation>{work}</occupation><employer>{employer}</employer>\n  <town>{city}</town>\n  <premium "
    'per="month">{rent_cents}</premium>\n  <inception>{day_iso}</inception>\n  '
    "<mail>{email}</mail>\n</policyholder>",
    "mdtable": "| field | value |\n|---|---|\n| client | {name} |\n| how old | {age} |\n| line of work | {work} "
    "|\n| boss | {employer} |\n| where | {city} |\n| budget/mo | {rent_k} |\n| kick-off | {day_us_short} |\n| "
    "reach at | {email} |\n",
    "remittance": "INVOICE 2026-031\nBill to: {name}\nc/o {employer}, "
    "{city}\n--------------------------------\nRetainer, monthly ............ {rent_cents}\nPeriod from "
    ".................. {day_us_short}\n--------------------------------\nSend remittance advice to {email}\nMemo "
    "(not printed): client is {age}, {job}, pays late but pays",
    "telegram": "ARRIVED SAFE STOP NEW NEIGHBOUR {name} AGED {age} STOP TRADE {work} STOP PAID BY {employer} "
    "STOP FORMERLY {city} STOP ASKS {rent_plain} MONTHLY FOR GARAGE STOP FREE FROM {day} STOP ANSWER TO {email} "
    "STOP LOVE GRANDPA",
    "vetcard": "Paws & Claws, registration card\nPet: Biscuit, beagle x, 6 y, neutered\nOwner: {name}   Owner's "
    "age: {age}\nOwner's job: {work} / {employer}\nTown: {city}\nInsurance plan: {rent_plain} monthly (!!)\nNext "
    "booster: {day_slash}\nReminders: {email}\n",
    "gym": "IRON WORKS GYM -- membership agreement no. 7731\nbetween the club and {name}, {age} years, of "
    "{city},\nprofession: {work}, staff discount code: {employer}\nFee {rent_usd} per month (family, "
    "premium).\nRuns from {day_us} onwards; notice eight weeks.\nE-bills go to {email}\nNo shoes on the mats!",
    "bullets": "re: sublet, quick facts so we're not ping-ponging\n* me = {name} / {age} / {job}\n* paycheck = "
    "{employer}\n* leaving {city} for the summer, flat is empty from {day_us_short} on\n* {rent_k} a month incl. "
    "wifi, firm\n* serious replies: {email} (no calls!!)\n",
    "probation": "Probation review form, confidential\n1. Employee: {name}\n2. Age band / exact: {age}\n3. "
    "Position: {work_title}\n4. Company: {employer}\n5. Site: {city}\n6. Current gross, monthly: {rent_usd}\n7. "
    "Probation ends: {day}\n8. Copy of this form to: {email}\n9. Overall: meets expectations / does not yet",
    "donor": "donor_note >> regular giver! {name} (age {age}) set up {rent_plain}/month on {day_iso} after the "
    "{city} gala. works: {work} -> {employer}, employer matches gifts. thank-you mail sent to: {email}. do not "
    "phone before noon <<",
    "carehome": "Sunny Bank Care Home, next of kin sheet\nResident: Room 9\nNext of kin (full name): "
    "{name}\nRelationship: child, {age} y/o\nComes every other week from: {city}\nWork: {job} with {employer}, "
    "nights\nTop-up fee paid by kin: {rent_pounds} per month\nAuthority signed on: {day_th}\nOut-of-hours mail: "
    "{email}\n",
    "courtorder": "IN THE FAMILY COURT\nUPON hearing the respondent {name}, aged {age}, {work}\nAND UPON the "
    "respondent's employer {employer} having filed a statement of earnings\nIT IS ORDERED THAT:\n(1) the "
    "respondent do pay {rent_usd} per month, the first payment on {day_ordinal};\n(2) contact shall take place in "
    "{city} on alternate weekends;\n(3) service by e-mail at {email} be good service.\nNo order as to costs.",
    "bed_four": "Handover, night to day. Bed 4: {title} {family_caps}, first name {first}, {age_sex}, fall from "
    "ladder at work ({employer}; is {job}), # L wrist, reduced. Next of kin on the way from {city} now. Op slot "
    "{day_dash} am. Asked about sick pay, {rent_usd} a month to find. Wants letters by mail only: {email}. Bed 5: "
    "empty.",
    "lostbag": "Lost property, desk 2. Caller states: left a grey rucksack on the 17:40 coach to {city} on "
    "{day_short}. Contents: laptop, staff pass of {employer}, an envelope with {rent_usd} (the monthly rent, "
    "cash). Caller is {name}, {age}, {job}. Wants the answer by mail, {email}, phone is in the bag. Found? Y / N",
    "podcast": "EP 61 RUN SHEET\n00:00 sting\n00:20 guest intro: {name}, {age}, {job} turned "
    'whistleblower\n02:10 life in {city}, growing up\n09:30 what really happened at {employer}\n21:00 "they '
    'offered me {rent_k} a month to keep quiet"\n27:45 the night of {day_us_th} - let guest talk\n40:00 outro, '
    "plug {email} for tips\n41:00 sting",
    "rota": "WEEK 12 rota changes (pls print!)\nMon  as usual\nTue  as usual\nWed  new: {name}, {age}, ex "
    "{employer}, where the job was {work}\n     lives in {city} now, can't do earlies\n     trial pay {rent_usd} a "
    "month, review on {day_short}\n     rota goes to {email} till the app works\nThu  closed, deep clean",
    "researchid": "Interview 11 (consent form attached)\nI: Could you introduce yourself?\nP: Sure. {name}, "
    "{age}.\nI: And what do you do?\nP: I'm {job}. {employer}, if you know them.\nI: Where was that photo "
    "taken?\nP: In {city}. We got there on {day}.\nI: What does a month there cost?\nP: Around {rent_k} all in, "
    "honestly.\nI: Can we send you the transcript?\nP: Yes, to {email} please.",
    "tutoring": "Tutor diary\nMon: maths w/ {first} (adult learner, {age}, retaking the exam). Surname for the "
    "receipt: {family}. Day job: {job} @ {employer}. Lives out in {city}, so online only. Agreed {rent} a month, "
    "exam is on {day_long}!! Homework goes to {email} each Sunday.\nTue: free",
    "adoption": "Dog adoption enquiry via website\n> Which dog? Pepper\n> Your name? {name}\n> Your age? "
    "{age}\n> Where do you live? {city}\n> What do you do for work? {job}, at {employer}, mostly from home\n> What "
    "can you spend on a dog each month? {rent}, vet bills included\n> When could you take Pepper? "
    "{day_us_short}\n> Mail? {email}\n> Anything else? I already have a cat, hope that's ok",
    "checkin": "Hostel, long stay card / fiche\nName nom nombre: {name}\nAge edad: {age}\nProfession: "
    "{work}\nFirm / entreprise: {employer}\nComing from / desde: {city}\nArrival / llegada: {day_dots}\nDorm bed, "
    "monthly rate / mes: {rent_euros}\nE-mail: {email}\nTowel deposit 5",
    "resume": "{first} {family_caps}\n{city} | {email}\n\nPROFILE\n{work_title}, {age}, hands-on, calm under "
    "pressure.\n\nEXPERIENCE\n{employer}, from {day_dots} to date\n- trained 6 juniors\n- cut waste by a "
    "fifth\n\nEXPECTED PAY\n{rent_usd} per month, negotiable\n",
    "gday": "G'day Trish,\n\nGot a ripper applicant for the granny flat. {name}'s the name, {age_words}, drives "
    "up from {city} every second weekend as it is. Been {job} at {employer} for donkey's years. Happy with "
    "{rent_aud} a month and reckons {day} suits for the keys.\nShoot a line to {email} or ring {phone} if you're "
    "keen.\n\nCheers,\nBaz",
    "linkedin": "Hi there, stumbled on your post about mentoring.\nI'm {first}, surname {family}, and at {age} "
    "I'm starting over: after years as {job} with {employer} I want to move into data. Based in {city}, happy to "
    "travel. I could set aside {rent} a month for tuition. Earliest start would be {day_us}.\nMy inbox is {email} "
    "and I answer fast :)",
    "respected": "Respected Sir/Madam,\n\nWith due respect I beg to state that myself {name}, {age} yrs, is "
    "working as {work} in {employer} since long. I am presently put up at {city}. Kindly sanction the personal "
    "loan w.e.f. {day_dots} itself, EMI of {rent_plain} per month is okay for me. Revert on {email} and please do "
    "the needful.\n\nThanking you in anticipation,\n{first}",
    "taxmail": "Dear Ms Calloway,\n\nplease find below what you asked for concerning my return. My full name is "
    "{name}; I turned {age} this year. My occupation, {work}, is unchanged, likewise my employer ({employer}). "
    "Since {day_long} I have had a second household in {city}, whose rent amounts to {rent_euros} monthly. Queries "
    "to {email} if you would.\n\nSincerely,\n{first} {family}",
    "dispute": "Hello, this is a formal complaint, second attempt.\n\nOn {day_us} you raised my line rental to "
    "{rent} a month without asking. I never agreed. Name on the account: {name}. I am {age} and not stupid. I am "
    "{job}, I work for {employer} in {city}, so I do know what a contract is. Answer in writing to {email} within "
    "14 days.\n\nDisappointed,\n{first}",
    "lessons": "ok so new pupil for the driving school: {name}, nervous, {age}. does shifts as {job} for "
    "{employer} so only mornings. pick up near the station in {city}. test booked for {day_us_short} (yes really). "
    "paying {rent_plain} a month for the intensive thing. theory links -> {email} thx",
    "aunt": "My dear Cousin,\n\nyou ask about the young person upstairs. {name} is the full name, {age} last "
    "birthday, polite to a fault. The trade is {work}, and wages come from {employer}, so I'm told. They hail from "
    "{city} originally. I am paid {rent} on the first of each month without fail. It all began with a knock on the "
    "door on {day_th} in the rain. Should you wish to write, {email} is what I was given.\nYour affectionate Aunt",
    "farewell": "Team,\n\nBittersweet one. After eleven years {name} leaves {employer}; last day is {day_us_th} "
    "I'm told. At {age_words} it's a brave step: no longer {job}, but a guest house near {city}, bought on a "
    "mortgage of {rent_k} a month. Card is at reception, cash to me. If you can't make the cake, write to {email} "
    "yourselves.\nDeb",
    "statement": "To the Visa Officer\n\nSubject: Statement in support of a long-stay application\n\nI, {name}, "
    "currently {age} years of age, hereby declare that I am gainfully employed as {job} by {employer}. I intend to "
    "reside in {city} with effect from {day_ordinal}. My net monthly income available for subsistence is "
    "{rent_euros}.\nCorrespondence may be addressed to {email}.\n\nPlace, date, signature",
    "flatad": "*** ROOM WANTED ***\nNon-smoking {work} ({age}) looking for a room in {city}!\nMax. {rent_euros} "
    "warm per month, from {day_dots} onwards\nSecure income ({employer}), loves cooking, no pets\nAsk for {name} "
    "-> {email}\n[tear off strip] [tear off strip] [tear off strip]",
    "tenantref": "TO WHOM IT MAY CONCERN\n\n{title} {family} (first name {first}) rented the ground-floor flat "
    "from me and never once paid late. The rent was {rent_pounds} per calendar month. {first} is {age}, a quiet "
    "sort, and earned the money as {job} with {employer}. We parted on {day_ordinal} because of the move to "
    "{city}.\nForwarding mail reaches {email} as far as I know.\nYours truly, a landlord who'd do it again",
    "relocating": "Posted in r/relocating, 14 hours ago\n\nThrowaway because my manager reads this sub. I'm "
    "{name} irl (yes I know, don't care), {age}, {job}. {employer} offered me a transfer to {city} starting "
    "{day_us_short} and the package has {rent_k} per month for housing. Too good to be true or normal?\nEDIT: dms "
    "are broken, mail {email} instead",
    "choir": "Cantate Choir - who's who for the programme leaflet\nNew alto/tenor this season is {name} "
    "({age}).\nIn real life: {job}. Thanks go to {employer} for the free rehearsal room and {rent_euros} a month "
    "towards scores.\nSang before in: {city}.\nFirst concert: {day_dots} 19:30h\nSheet music requests: {email}\n",
    "nanny": "Hallo! We found your profile on the au pair portal. I'm {first} ({age}), {family} is the surname "
    "on the doorbell, and I'm {job} for {employer}, mostly late shifts. Our house is a bit outside {city}. You'd "
    "get your own room plus {rent_plain} pocket money a month, starting {day_th} if the paperwork works out. Write "
    "to {email} any time, the twins can't wait!",
    "depositrow": "Deposit protection certificate (copy)\nLead tenant: {name}; aged {age}; {work}; employer "
    "checked: {employer}\nTenancy in {city} from {day_ordinal}, fixed 12 months\nRent payable monthly: "
    "{rent_pounds}\nTenant's e-mail for the dispute service: {email}\nKeep this sheet with your inventory.",
    "seatmate": "dear diary or whatever this app is. sat next to {name} on the plane, {age}, funny. {job}, at "
    "{employer} of all places. got off in {city} like me. apparently pays {rent_k} a month for a box room?! we're "
    "getting coffee on {day_us_short} if i dare. wrote {email} on my boarding pass and now i can't stop looking at "
    "it",
    "we_act": "Our ref KD/7/0331\nDear Sirs,\n\nWe act on behalf of {name}, aged {age}, a resident of {city}. "
    "Our client, {job}, was dismissed by {employer} with effect from {day_ordinal}. The loss of earnings is put at "
    "{rent_pounds} per month. Kindly reply to us, with a copy to our client's own address {email}, within seven "
    "days.\nYours faithfully",
    "waitlist": "hi its the nursery :) spot on the waiting list is yours!! pls confirm: parent {name} ({age}), "
    "{city}, work = {work} / {employer} (right?), fee {rent_plain} per mth, start {day_short}. contract comes to "
    "{email} tonight, reply YES x",
    "ebike": "E-BIKE LEASING AGREEMENT (salary sacrifice)\nEmployer: {employer}\nEmployee: {name} | {age} | "
    "{work}\nDealer: Radhaus {city}\nGross pay per month before deduction: {rent_cents}\nHand-over of bike: "
    "{day_dots}\nPortal login: {email}\nTheft is to be reported to the dealer within 24h.",
    "blood": "BLOOD SERVICE / donor interview\nQ1 full name .. {name}\nQ2 age .. {age}\nQ3 travelled lately? "
    "yes, {city}, back on {day_iso}\nQ4 occupation .. {job} ({employer})\nQ5 household income p.m. (study) .. "
    "{rent_usd}\nQ6 e-mail for iron results .. {email}\nQ7 tattoos .. none",
    "bursary": "I should like to nominate {name} for the bursary. At {age}, and after long shifts as {job} at "
    "{employer}, {first} travels to evening classes in {city} and is top of the year. The bursary would be "
    "{rent_euros} a month, paid as of {day_th} at the earliest. You may contact the nominee under {email}; please "
    "keep it a surprise until then!\n\nProf. emerita",
    "prenup": "Prenup, points to raise w/ the notary\n1) parties: me & {name} ({age})\n2) other half is {job}; "
    "shares in {employer}, where the job is? ask\n3) flat in {city}: mine, bought before\n4) if we split: {rent_k} "
    "a month for two years, not more\n5) wedding {day_us}, so sign BEFORE\n6) draft to both, other half's is "
    "{email}\n",
    "booking": "Interpreter booking form (hospital)\nFor patient: {name}   ({age_sex})\nPatient's job: {work}   "
    "at: {employer}\nTravelling in from: {city}\nAppointment: {day_dash}, 08:15\nSelf-pay, instalments of "
    "{rent_plain} monthly agreed\nReminder to: {email}\nLanguage: tbc",
    "ledger": "Museum friends, treasurer's ledger (scan, OCR)\np. 12\n{day_dots}   {name}, {city}   life member, "
    "pays monthly   {rent_cents}\n   note: {age} y., {work} with {employer}, asks for a window seat at talks\n   "
    "mail: {email}\np. 13 blank",
    "parrot": "Neighbourhood app, 22:14\nAnyone missing a parrot?? It swears in two languages. UPDATE owner "
    "found! {name}, {age}, {job} at {employer}, only just moved here from {city}. Bird got out on {day_us_short} "
    "it seems. A month's rent ({rent}, imagine) was the reward and I said no. If you spot feathers mail {email} pls",
    "registrar": "To: registrar\nFrom: {email}\nSent: {day_long}\n\nHi, {name} here ({age}). I'd like to switch "
    "to the evening track because I've started as {job} at {employer}, and the commute from {city} kills me. Can "
    "the fee stay at {rent} a month? That'd be ace.\n{first}",
}
"""By their names; the turns of the tasks follow this order."""
