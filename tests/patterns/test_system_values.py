"""What files and commands of systems say of their users, and what is written alike and is nobody's."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

FOUND = [
    ("user.name=Orsolya Whitcombe\nuser.email=o@w.example.info\ncore.editor=vim\n", "Orsolya Whitcombe"),
    ('authors = ["Tarquin Bellweather <tq@bell.example.info>"]\nedition = "2021"\n', "Tarquin Bellweather"),
    ("uid           [ultimate] Cosima Ravenscar <cr@rave.example.info>\n", "Cosima Ravenscar"),
    ("ADMINS = [('Orsolya Whitcombe', 'orsolya@w.example.info')]\nDEBUG = True\n", "Orsolya Whitcombe"),
    ("10.3.2.1:5432:orders:batch_runner7:Wren!Marsh55\n", "batch_runner7"),
    ("10.3.2.1:5432:orders:batch_runner7:Wren!Marsh55\n", "Wren!Marsh55"),
    ("orsolya:$apr1$8sK2m9Qx$L7vTzR4pYwB1cNdGhJ3uE.\n", "orsolya"),
    ("tbell:$6$kQ2vLx9Z$mTp4RbWc7YdFgHs1JuNe3aXo6Ti8KqLz:19844:0:99999:7:::\n", "$6$kQ2vLx9Z$mTp4RbWc7YdFgHs1JuNe3aXo6Ti8KqLz"),
    ('{\n  "auths": {\n    "registry.example.com": {\n      "auth": "dHE6V2hpbWJyZWxfOXg="\n    }\n  }\n}\n', "dHE6V2hpbWJyZWxfOXg="),
    ("0 3 * * * /opt/backup.sh --key bk_7Qm2LxVz9TpRb4Wc\n", "bk_7Qm2LxVz9TpRb4Wc"),
    ("APP_KEY=base64:q8K2vLx9ZmTp4RbWc7YdFgHs1JuNe3aXo6TiKqLz2Vw=\n", "q8K2vLx9ZmTp4RbWc7YdFgHs1JuNe3aXo6TiKqLz2Vw="),
    ("TWILIO_SID=AC7b2f9d1c4e8a06357d9b1f2c8e4a6035\n", "AC7b2f9d1c4e8a06357d9b1f2c8e4a6035"),
    ("HTTP/2 200\nset-cookie: sid=s:Qk7mZp2xVbN9L4Rt; Path=/; HttpOnly\n", "s:Qk7mZp2xVbN9L4Rt"),
    ("x-auth-token: b7f2c9d1e4a8063579d1\ncontent-type: text/html\n", "b7f2c9d1e4a8063579d1"),
    ('"headers": [{"name": "Cookie", "value": "sid=Fe26.2**b8d1f0a2c9e47"}, {"name": "Accept", "value": "*/*"}]', "sid=Fe26.2**b8d1f0a2c9e47"),
    ("env:\n  - name: DB_PASSWORD\n    value: Godwit_9rain\n  - name: LOG_LEVEL\n    value: info\n", "Godwit_9rain"),
    ('"basic": [{"key": "password", "value": "Heron_7dusk"}]', "Heron_7dusk"),
    ('"identifier": [{"system": "urn:mrn", "value": "88302715"}]', "88302715"),
    ("dn: uid=tbellw,ou=people,dc=quay\ncn: Tarquin Bellweather\n", "tbellw"),
    ("dn: uid=tbellw,ou=people,dc=quay\ncn: Tarquin Bellweather\n", "Tarquin Bellweather"),
    ("BEGIN:VEVENT\nATTENDEE;CN=Orsolya Whitcombe;ROLE=REQ:mailto:o@w.example.info\n", "Orsolya Whitcombe"),
    ("subject=C = DE, L = Oberndorf, O = Grauwacke Logistik, CN = Reinhild Stadelmaier\n", "Grauwacke Logistik"),
    ("subject=C = DE, L = Oberndorf, O = Grauwacke Logistik, CN = Reinhild Stadelmaier\n", "Reinhild Stadelmaier"),
    ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKd8s2Vb7Qm9xLp3TzRw4YcN6f tbellw@tarquin-x1\n", "tbellw"),
    ("ssh tbellw@95.217.33.129\nls -la\n", "tbellw"),
    ("Host b\n  HostName bastion.quillmere.internal\n  User deploy_tb\n", "bastion.quillmere.internal"),
    ('role_arn = "arn:aws:iam::562806027032:role/ci"\n', "562806027032"),
    ("[profile x]\nsso_account_id = 739104826615\nregion = eu-central-1\n", "739104826615"),
    ("[web]\nweb1 ansible_host=10.1.1.4 ansible_user=tbellw\n", "tbellw"),
    ("<?php\ndefine( 'DB_USER', 'wp_quayblog' );\ndefine( 'DB_PASSWORD', 'Siskin&Thorn8' );\n", "wp_quayblog"),
    ("<?php\ndefine( 'DB_USER', 'wp_quayblog' );\ndefine( 'DB_PASSWORD', 'Siskin&Thorn8' );\n", "Siskin&Thorn8"),
    ("Array\n(\n    [name] => Tarquin Bellweather\n    [page] => 4\n)\n", "Tarquin Bellweather"),
    ('1) "phone"\n2) "+1 312 555 0176"\n3) "full_name"\n4) "Orsolya Whitcombe"\n', "Orsolya Whitcombe"),
    ("{ID:7 Name:Orsolya Whitcombe Phone:+234 803 555 0148}\n", "Orsolya Whitcombe"),
    ("User(id=4, name='Orsolya Whitcombe', active=True)\n", "Orsolya Whitcombe"),
    ("spec.authors = ['Tarquin Bellweather']\nspec.files = Dir['lib/**/*']\n", "Tarquin Bellweather"),
    ('client: 10.0.0.1, request: "GET /u/orsolya.whit HTTP/1.1", upstream: "http://127.0.0.1:3000"\n', "orsolya.whit"),
    ('ATTENDEE;CN="Wrenfield, Caspian":mailto:cw@w.example.info\n', "Wrenfield"),
    ("0 @I7@ INDI\n1 NAME Wilhelmina /Oosterhuis/\n1 SEX F\n", "Oosterhuis"),
    ("P<GBRWINTERBOURNE<<ISOLDE<MARGARET<<<<<<<<<<<\n", "P<GBRWINTERBOURNE<<ISOLDE<MARGARET<<<<<<<<<<<"),
    ("5104382914GBR8806124F3001099<<<<<<<<<<<<<<06\n", "5104382914GBR8806124F3001099<<<<<<<<<<<<<<06"),
    (":20:TRX88\n:32A:250318EUR48250,00\n:70:RENT\n", "EUR48250,00"),
    (":25:10020030/1234567\n:60F:C200131EUR1250,00\n:61:2002030203D450,25NMSC\n", "10020030/1234567"),
    (":25:10020030/1234567\n:60F:C200131EUR1250,00\n:61:2002030203D450,25NMSC\n", "450,25"),
    (":86:106?00SEPA?31DE89370400440532013000?32X", "DE89370400440532013000"),
    ('network={\n    ssid="Okonkwo Family"\n    psk="blue-giraffe-42"\n}', "blue-giraffe-42"),
    ('network={\n    ssid="Okonkwo Family"\n    psk="blue-giraffe-42"\n}', "Okonkwo Family"),
    (
        "pub rsa4096\n 3B1D 8A7F 1C2E 9D40 55AA  0E7B 6F21 77C4 1234 ABCD\nuid x\n",
        "3B1D 8A7F 1C2E 9D40 55AA  0E7B 6F21 77C4 1234 ABCD",
    ),
    ("8a7c11d0 (rmontoya           2021-02-03 09:11:02 +0100  13)     return 1\n", "rmontoya"),
    ('<trkpt lat="52.516275" lon="13.377704"><ele>34.1</ele><time>x</time></trkpt>', "13.377704"),
    ("<STMTTRN><TRNAMT>-1184.22<FITID>98<NAME>ROSALIND PETRAKIS<MEMO>x</STMTTRN>", "-1184.22"),
    ("<STMTTRN><TRNAMT>-1184.22<FITID>98<NAME>ROSALIND PETRAKIS<MEMO>x</STMTTRN>", "ROSALIND PETRAKIS"),
    ("Net pay        2,610.14", "2,610.14"),
    ("M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 100", "DESMARAIS"),
    ("WIFI:S:TheHendersons;T:WPA;P:maple-Tree-77;;", "maple-Tree-77"),
    ("WIFI:T:WPA;S:TheHendersons;P:maple-Tree-77;;", "TheHendersons"),
    ("MECARD:N:Bellweather,Cosima;TEL:12125551212;;", "12125551212"),
    ("N1*BY*GRENFELL HARDWARE*92*1287\nN3*18 QUAYSIDE\nN4*HULL*HU*HU1 1AA\n", "GRENFELL HARDWARE"),
    ("N1*BY*GRENFELL HARDWARE*92*1287\nN3*18 QUAYSIDE\nN4*HULL*HU*HU1 1AA\n", "18 QUAYSIDE"),
    ("NM1*IL*1*RAVENSCAR*COSIMA****MI*99~N3*4 MILL LANE~", "RAVENSCAR"),
    ("\\name{Gwendolyn}{Ashcroft}\n\\phone{0113 496 0789}\n", "0113 496 0789"),
    ("\\name{Gwendolyn}{Ashcroft}\n\\phone{0113 496 0789}\n", "Ashcroft"),
    ("@article{x, author={Nakagawa, Shion and O'Driscoll, Fiadh}, year={2021}}", "O'Driscoll, Fiadh"),
    ("INSERT INTO members (first, last) VALUES ('Ingeborg','Solheim');", "Solheim"),
    ('<form><input name="first" value="Rosalind"><input name="last" value="Achterberg"></form>', "Achterberg"),
    ("User(id=4, first='Anneliese', last='Brockhaus')", "Brockhaus"),
    ("4471,Maren,Thorvaldsen,ops\n4472,Ibrahim,Sesay,dev\n", "Thorvaldsen"),
    ("<patient><insurer>Bluehaven Mutual</insurer></patient>", "Bluehaven Mutual"),
    ("Customer{firstName='Anneliese', birth=1962-03-09}", "1962-03-09"),
    ('[owner]\nname = "Tomasz Bell"\ndob = 1979-05-27\n', "1979-05-27"),
    ("VISA ****4417 AUTH OK\n", "4417"),
    ("Case No. 2:24-cv-01187-RSM\n", "2:24-cv-01187-RSM"),
    ('df <- data.frame(name=c("Bo Ek"), income=c(51000,38250))\n', "38250"),
    ("Subject: C=SE, O=Fjallnora AB, CN=Hedvig Lagerkvist/x=y\n", "Fjallnora AB"),
    ('<Dbtr/><InstdAmt Ccy="EUR">1730.55</InstdAmt>', "1730.55"),
    ("<TRN><NAME>COSIMA RAVENSCAR</TRN>\n<ACCTID>000412377819\n", "000412377819"),
    ("GPS Position : 52 deg 31' 12.03\" N, 13 deg 24' 17.83\" E", "52 deg 31' 12.03\" N, 13 deg 24' 17.83\" E"),
    ("Our site is kertesz.hu since May.", "kertesz.hu"),
    ("Our site is bottegarossi.it since May.", "bottegarossi.it"),
]  # fmt: skip
FOUND += [
    ("r = requests.get(URL, auth=('svc_plover', 'Rail#Reed04'))\n", "Rail#Reed04"),
    ("r = requests.get(URL, auth=('svc_plover', 'Rail#Reed04'))\n", "svc_plover"),
    ('db, err := sql.Open("mysql", "writer_sm:K1ttiwake!9@tcp(10.2.3.9:3306)/imp")\n', "K1ttiwake!9"),
    ('conn = connect("dbname=imp user=imp_owner password=Bittern_x81")\n', "imp_owner"),
    ("const t = create({ auth: { user: 'mailbot_sm', pass: 'Dabchick=77x' } });\n", "mailbot_sm"),
    ('$pw = ConvertTo-SecureString "Guillemot;55" -AsPlainText -Force\n', "Guillemot;55"),
    ("ldapsearch -x -D 'cn=admin' -w 'Skua&Tide31' '(uid=*)'\n", "Skua&Tide31"),
    ("smbclient -U tbellw%Petrel_42 //fs/share\n", "Petrel_42"),
    ("uid=1002(zgreenhal) gid=1002(zgreenhal) groups=27(sudo)\n", "zgreenhal"),
    ("imap-login: Login: user=<gfairw>, method=PLAIN\n", "gfairw"),
    ("Environment:\n  DB_USER:      imp_writer4\n  LOG:          1\n", "imp_writer4"),
    ("<div>\n  <h1>Wilfreda Montague</h1>\n</div>\n", "Wilfreda Montague"),
]  # fmt: skip
NOBODYS = [
    "<div>\n  <h1>Getting Started</h1>\n  <p>Quick Start</p>\n</div>\n",
    "f = partial(auth, user=current_user, password=None)\n",
    'authors = ["The Example Team"]\nedition = "2021"\n',
    "src/main.c:120:7: error: expected ';' before 'return'\n",
    'command: backup --key value --secret-name orders\n',
    "arn:aws:iam::123456789012:role/ci\narn:aws:s3:::my-bucket\n",
    "cookie: theme=dark; Path=/\n",
    "env:\n  - name: LOG_LEVEL\n    value: info\n  - name: PORT\n    value: \"8080\"\n",
    'fields.get("password", "required")\n',
    'GET /users/index.html HTTP/1.1\n',
    "ssh git@github.com\nssh root@web1\n",
    "oauth_token:\n  description: Token of the user.\n  type: string\n",
    "      --api-key string   key of the API\n      --client-secret SECRET\n",
    "        otp: \"28.4\"\n        elixir: \"1.19.5\"\n",
    "    Name       prometheus_remote_write\n    Match      host.*\n    Port       443\n    Uri        /metrics\n",
    "#define MASK_A A<<B<<C\nstd::cout << A << B;\n",
    "first: 10\nlast: 20\nstep: 2\n",
    '<input type="password" name="password" id="email" placeholder="Password"><br>So it goes.',
    '<svg width="24" height="24" viewBox="0 0 24 24"><path d="M12 2L2 7"/></svg>',
    "const first = items[0], last = items[items.length - 1];\n",
    "if (self.hr && x.lt && $scope.it) { return df.th; }\n",
    "finished.it was fine.no problem.at last\n",
    "model,layers,size\nresnet,12,110\nvit,24,345\n",
]  # fmt: skip


def _found(text: str) -> set[str]:
    return {text[one.start : one.end] for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(("text", "value"), FOUND)
def test_what_the_form_of_a_file_tells_is_found(text: str, value: str) -> None:
    assert value in _found(text) or any(value in one for one in _found(text))


@pytest.mark.parametrize("text", NOBODYS)
def test_what_is_written_alike_stays(text: str) -> None:
    assert not _found(text)
