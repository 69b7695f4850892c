"""Identifiers in short notes without a sentence, behind shortened labels, and in forms of offices; and what is alike."""

from __future__ import annotations

import pytest

from dp_gateway.detection.languages.national import NationalDetector
from dp_gateway.languages import passages


def _found(text: str) -> list[str]:
    found = NationalDetector().detect([text])[0]
    return [text[one.start : one.end] for one in found if one.type != "DATE_TIME"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BLZ 370 400 44, Kto 532013000", "de"),
        ("Rezept 4471, Versicherungsnr 88", "de"),
        ("Justificante RE-24-044718", "es"),
        ("mat. 3388 JKX, furgo blanca", "es"),
        ("CTPS 33881 série 00338", "pt"),
        ("auto blachy PO 3388K", "pl"),
        ("Bordereau 1A 204 447 1881 2", "fr"),
        ("patiëntnr 0551773, bloeddruk 120/70", "nl"),
        ("verbale V-3388204, 58 euro", "it"),
        ("PPE 590322400000551773, taryfa G12", "pl"),
        ("Inscrição 5.517.730-2, plantão 12x36", "pt"),
        ("NHC 55-17730 cama 9", "es"),
    ],
)
def test_words_of_forms_tell_the_language_of_a_short_note(text: str, code: str) -> None:
    assert passages(text)[0].language == code


@pytest.mark.parametrize(
    "text", ["Mr Nuss called.", "The rente is due", "Carro, Maria", "Please send the offer today", "Volante Group"]
)
def test_names_and_loan_words_leave_english_alone(text: str) -> None:
    assert [one.language for one in passages(text)] == ["en"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("BLZ 370 400 44, Kto 532013000", "370 400 44"),
        ("Kreditkarte liegt bei, Prüfziffer 123.", "123"),
        ("Bonjour, mon numéro d'allocataire c'est le 1 447 882 K et personne ne répond.", "1 447 882 K"),
        ("le login du site de la mairie est jdelacroix, le mot de passe je l'ai perdu", "jdelacroix"),
        ("Connecté en tant que a.benali, je ne vois pas mes bulletins.", "a.benali"),
        ("Ich bin bei eBay als flohmarktfee unterwegs und verkaufe viel.", "flohmarktfee"),
        ("Füg mich bitte bei Discord hinzu: brotkasten", "brotkasten"),
        ("Ik log in met pjansen maar ik krijg steeds een fout.", "pjansen"),
        ("游戏ID夜雨听风被封了。", "夜雨听风"),
        ("メルカリではもちこという名前でやってます。", "もちこ"),
        ("Bordereau 1A 204 447 1881 2", "1A 204 447 1881 2"),
        # One sign at a time, and not a row that is counted.
        ("Ma fiche de paie : matricule 6 2 9 3, il manque une prime.", "6 2 9 3"),
        ("O meu crachá 5 0 3 8 1 deixou de abrir a porta.", "5 0 3 8 1"),
        ("Je vous épelle le numéro : C, 4, 0, 9, M, 7. Il est sous la box.", "C, 4, 0, 9, M, 7"),
        # What a label, a bed or a register has on it.
        ("Le paquet est déposé, étiquette R-47, prévenez le client.", "R-47"),
        ("Paciente no leito 31-C, sem queixas.", "31-C"),
        ("Die Kiste ist mit Aufkleber LZ-331 im Flur.", "LZ-331"),
        ("Na etykiecie próbka K-5512 jest nieczytelna.", "K-5512"),
        ("De doos met sticker VX-883 staat bij de balie.", "VX-883"),
        ("N° d'immatriculation de l'élève : P-5573.", "P-5573"),
        ("Le code du coffre est simple : PIN 1987.", "1987"),
        ("Numer pacjenta to nie to, pacjent 31/05518.", "31/05518"),
        ("Mon dossier SNCF est XVBKQT, je l'ai reçu hier.", "XVBKQT"),
        ("Il codice di sicurezza 731 non viene accettato.", "731"),
        ("寄存牌蓝52丢了,怎么办?", "蓝52"),
        ("收据在这里,京房权证海字第550817号。", "550817号"),
        ("Cadastre : section BK, parcelle 0447.", "BK, parcelle 0447"),
        ("Es geht um Flur 3, Flurstück 118/7 in der Gemarkung.", "3, Flurstück 118/7"),
        ("uczennica nr 17 w dzienniku", "17"),
        ("Sprawę prowadzi prokuratura, PR 3 Ds 338.2023", "PR 3 Ds 338.2023"),
        ("zam. 338-812, nie doszło", "338-812"),
        ("Działka 447/18, obręb 0012", "0012"),
        ("健康保険の記号4471番号188枝番01です", "01"),
        ("家屋番号447番18の2です", "447番18の2"),
        ("合同号粤租(2024)0447188", "粤租(2024)0447188"),
        ("房产证粤房地权证穗字第0447188号", "粤房地权证穗字第0447188号"),
        ("酒店确认码KXR4T7", "KXR4T7"),
        ("Matrícula na faculdade, senha do portal Sol@447", "Sol@447"),
        ("Mon IBAN se termine par 0 4471 882, merci de vérifier.", "0 4471 882"),
        ("Meu CPF termina em 447-18, pode conferir?", "447-18"),
        ("Foi no cartão final 4471, não reconheço.", "4471"),
        ("信用卡末四碼4471不能刷", "4471"),
        ("身份证后6位044718是初始密码", "044718"),
        ("就诊卡号M0447188,3号诊室", "M0447188"),
        ("我们的客户代码C4471请查收", "C4471"),
        ("请核对PNRKX7TRM。", "KX7TRM"),
        ("Merci de joindre TEL.0491447188 demain matin.", "0491447188"),
        ("Je suis sociétaire 447188 N depuis toujours.", "447188 N"),
        ("O código da porta é 44K1, não esqueça.", "44K1"),
        ("رقم العقد 2024/0447/ع، شكرا لكم", "2024/0447/ع"),
        ("मेरी बाइक dl4skx4471 कल चोरी हो गई।", "dl4skx4471"),
        ("मेरा यूपीआई meena44@okzz है, पैसे भेज दो।", "meena44@okzz"),
        ("Stanotte mi hanno rubato la panda fx 447 kd bianca.", "fx 447 kd"),
        ("La clé wpa 4f4a71b8c2d3 ne marche pas.", "4f4a71b8c2d3"),
        # Parts between strokes and points, short ones, and how many digits there are.
        ("Le carton est là, l'étiquette porte ZL·904, merci.", "ZL·904"),
        ("Não abrir a caixa marcada ZK//4, é da Suelen.", "ZK//4"),
        ("Candidat convoqué, jury K14, à neuf heures.", "K14"),
        ("Le code du cadenas c'est 4 chiffres, 4997. Merci.", "4997"),
        ("O cadeado tem 3 dígitos: 471, não esqueça.", "471"),
        ("Notre chambre est la 318, merci de monter.", "318"),
        ("Le ticket porte le J 4471, c'est un manteau.", "J 4471"),
        ("Sur le colis il y a écrit « LX 447 / 3 » et rien d'autre.", "LX 447 / 3"),
        ("O papelinho da lavandaria diz «B 447», são duas camisas.", "B 447"),
        ("Le casier à la piscine, c'est le B-112, près du bassin.", "B-112"),
        ("Deixei as sapatilhas no cacifo 47, ao fundo.", "47"),
        ("Título de eleitor 0447 1829 0366, zona 118, seção 0042.", "118"),
        ("洗衣店的条子写着蓝447，两件羽绒服。", "蓝447"),
        ("寄存柜B-12，包忘了拿。", "B-12"),
        ("墓位松园12排7号，管理费没交。", "松园12排7号"),
        ("户号我念一下,八八二零 杠 四,记好了没", "八八二零 杠 四"),
        ("税务局要完税凭证号，是不是（041）京证44182290？", "（041）京证44182290"),
        ("手機條碼/AB4.18+,發票共3張", "/AB4.18+"),
        ("牌位號碼乙-117是放在二樓嗎？", "乙-117"),
        # Logins in a sentence of an account.
        ("Entro no sistema como valdomiro.a e dá erro de permissão.", "valdomiro.a"),
        ("A conta bazardatita no Instagram não me entregou o vestido.", "bazardatita"),
        ("O meu utilizador na Vinted é fitinhas, já reclamei.", "fitinhas"),
        ("Manda mensagem no Telegram t.me/corretoralemos, chama por lá.", "t.me/corretoralemos"),
        ("Le wifi du gîte, réseau « GiteDuLac_5G », ne répond pas.", "GiteDuLac_5G"),
        ("淘宝会员名雨打芭蕉_湘，订单没发货。", "雨打芭蕉_湘"),
        ("微博@株洲小胖墩发的照片侵权了。", "株洲小胖墩"),
        ("Minha conta da Steam, DragaoVermelho, foi roubada.", "DragaoVermelho"),
        ("Abonne-toi à ma chaîne, CuisineDeZoe, sur YouTube.", "CuisineDeZoe"),
        ("Mon identifiant, c'est jmartin, et il est refusé.", "jmartin"),
        ("Iniciei sessão como rui.tavares e aparece erro.", "rui.tavares"),
        ("店里的抖音是玛莎甜品，关注一下。", "玛莎甜品"),
        ("公众号老张谈古被投诉了怎么办？", "老张谈古"),
        ("Cherche ChatNoir77 sur Discord.", "ChatNoir77"),
        ("Mon portable finit par 44 82, tu l'as déjà.", "44 82"),
        ("Je paye avec la carte qui finit en 4471.", "4471"),
        ("Me Roux, avocat au barreau, toque C 447.", "C 447"),
        ("Moro no apartamento 704-B, o condomínio atrasou.", "704-B"),
        ("Conta 447182-9, operação 013, agência 0447, da Caixa.", "013"),
        ("身份证四三零一零二一九九一零七一四三八二X，帮我核对。", "四三零一零二一九九一零七一四三八二X"),
        ("车牌湘A四七一B二，白色轿车。", "湘A四七一B二"),
    ],
)
def test_identifiers_as_people_write_them(text: str, value: str) -> None:
    assert any(value in found for found in _found(text))


@pytest.mark.parametrize(
    "text",
    [
        "La loi n° 78-17 et le décret n° 2019-536 s'appliquent.",
        "El artículo de la Ley 39/2015 lo dice.",
        "O artigo da Lei n.º 7/2009 diz isso.",
        "Die Schraube passt, Artikelnummer 44718 im Katalog.",
        "Śruba pasuje, nr katalogowy 44718 w sklepie.",
        "螺栓的型号44718有货吗",
        "Le compte rendu se termine par 12 recommandations.",
        "A conta termina em 30 minutos, corre!",
        "La moto monte à 180 km/h sans problème.",
        # Engines, sizes and what is counted.
        "Le moteur V12 est plus beau que le V8, non ?",
        "Um armário 3 portas custa quanto na loja?",
        "Il a dit « 3 pas de danse » et rien d'autre.",
        "La page est la 318, au chapitre de la chasse.",
        "A conta no Instagram não abre, o que faço?",
        "O perfil do TikTok é novo e não tem seguidores.",
        "抖音账号被封了怎么申诉？",
        "我的公众号被封了，怎么申诉？",
        "Le téléphone finit par tomber en panne, 12 fois.",
        "Um apartamento 2 quartos custa quanto?",
        "他的抖音是自己拍的。",
        "Mon compte, LinkedIn, est bloqué, que faire ?",
        "Le compte de la banque, PayPal, est vide.",
        "Le mot de passe a 8 caractères et 3 chiffres, c'est assez ?",
        "ルーターのエラーコードE4471が出る",
    ],
)
def test_laws_and_articles_of_a_catalogue_are_nobody(text: str) -> None:
    assert not _found(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Die Artikelnummer fehlt, meine Kundennummer 44718 steht auf dem Brief.", "44718"),
        ("Zur Artikelnummer gehört mein Vertrag 4471882.", "4471882"),
        ("Selon la loi, mon dossier n° 78-1744 est clos.", "78-1744"),
        ("Según la Ley, el expediente 39/20154 sigue abierto.", "39/20154"),
        ("Zgodnie z ustawą umowa nr 44718 wygasła.", "44718"),
        ("商品番号は不明、会員番号44718です", "44718"),
    ],
)
def test_what_is_somebodys_beside_them_is_found(text: str, value: str) -> None:
    assert value in " ".join(_found(text))
