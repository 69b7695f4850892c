"""What small NER models take for names in letters, chats and code, and is none."""

from __future__ import annotations

import re

__all__ = ["CODE_LIKE", "ORDINARY"]

CODE_LIKE = re.compile(
    r"^[a-z]+[A-Z]|^[A-Z][A-Za-z]*[a-z](?:Error|Exception|Manager|Handler|Service|Controller|Factory|Type|Request|"
    r"Response)$|::|->|=>"
)
"""Names that programs have: setItems, NoneType, UserManager."""

# Programming, scripting and markup languages, databases, platforms, web frameworks, libraries and tools, by the
# sections of Stack Overflow's yearly survey of developers; formats and protocols. None that is also a given name, a
# family name, a town or a firm ("Claude", "Jenkins", "Phoenix", "Oracle").
_TECHNICAL = frozenset(
    "active-directory airflow ajax alpine.js angularjs apex argocd asp.net assembly astro avro aws backbone bazel "
    "bigquery blazor bootstrap c# c++ celery centos chakra chromium circleci clickhouse clojure cmake cobol cocoa "
    "codepen composer copilot couchdb cpython cuda cypress cython dbt devcontainer docker-compose dockerfile "
    "dynamodb ecmascript elixir elm ember erlang eslint express.js fastify filezilla firebase firestore flutter "
    "fortran gatsby gcp gherkin gitlab-ci gradle grafana gravatar groovy grunt gulp hadoop haml hibernate hive "
    "homebrew htmx influxdb intellij istio jekyll jest jquery js jsx junit jvm keycloak kibana kubectl latex lisp "
    "logstash markdown markup matlab maven memcached mermaid mongo mongoose mypy nestjs next.js nextjs node.js "
    "nuget nunit nuxt nuxt.js oauth2 ocaml ocr openapi openshift opentelemetry pandoc parquet pip pipenv playwright "
    "podman polars prettier prolog prometheus protobuf puppeteer pydantic pylint pypi pyspark pytest qt qwik racket "
    "rdf redux regex regexp remix rollup scheme scss selenium solidity sparql spring-boot ssis storybook streamlit "
    "stylus subversion supabase svg svn swagger swiftui symfony tailwind tailwindcss tcl tensorrt three.js toml "
    "travis-ci tsx turbopack twig uml unix vb.net vba verilog vhdl visual-studio vitest vue.js wasm webassembly "
    "webgl webhook webrtc webstorm xaml xcode xhtml xpath xslt yaml zig zookeeper".split()
)

ORDINARY = (
    frozenset(
        "odbc jdbc exchange lmao lmfao omfg rofl idk imo smh tbh ikr eww gawd gosh wow yeah yep nope hmm haha "
        "abstract account add address aes afaik agent ai aka all am amount android angular ansible apache api "
        "appendix apt array asap ascii ask assistant async atm attn avenue await balance base64 bash bcc "
        "best best-regards bic billing bios birth bitbucket block bool boolean bot btw bug bun by calculate call card "
        "cassandra cc cd cell ceo cfo chapter chatgpt cheers ci class client code colab compare compute "
        "conclusion confluence const contact cors cost cpu create csrf css csv cto customer date dear debian debug "
        "def delete deno describe description devops dhcp dict discussion diy django dna dns dob docker dr draft due "
        "dvd e-mail eg elasticsearch emacs email enum error eta etc eur everyone excel explain faithfully fall false "
        "faq fastapi fax fedora figure find fixme flask float forward from ftp function fw fwd fwiw fyi gbp gdpr "
        "gemini generate get git github gitlab give golang gps gpt gpu graphql group grpc guid haskell hdd hdmi he "
        "head hello hey hi hipaa hr html http http:// https huggingface i iban id ie imap imho imo import imports inc "
        "inf info insert int interface internet introduction invite invoice ios ip it item java javascript jenkins "
        "jira join json jupyter jwt kafka keras kind kotlin kubernetes lan langchain laravel ldap let limit "
        "linux list llama llc llm localhost lol ltd lua macos madam mail make map mariadb matplotlib md5 me meet "
        "methods ml mobile mongodb mr mr/mrs mrs ms my mysql n n/a na name nan nat nginx nlp nltk no node nodejs none "
        "nonetype note npm null numpy oauth object ok okay omg online openai opencv options order os our pandas patch "
        "patient pdf perl phone php pin ping plan please pm post postgres postgresql powerpoint powershell pr price "
        "print private prof protected ps public put pycharm python pytorch qa quantity rabbitmq rails ram re react "
        "redis references regards remind rest results return returns rewrite rna road rom rsa rsvp rust saml "
        "scala scikit-learn scipy seaborn section select self send set sha sha256 she show sincerely sir sklearn "
        "slack smtp soap solve sorry spacy spring sql sqlite ssd ssh ssl ssn static status stderr stdin stdout street "
        "string struct subject subtotal suite summarise summarize super svelte system table tax tbd tcp "
        "team tel tell tensorflow terraform thank thanks they this title tl;dr tldr tls todo tomcat total transformer "
        "translate trello true tuple tv type typescript ubuntu udp uefi undefined unicode update url usb usd use user "
        "using utf utf-8 uuid var varchar vim visa vite void vp vpn vs vscode vue wan warm warning we web webpack "
        "websocket where windows word write wtf www xml y yarn yes you your yours zip zsh".split()
    )
    | _TECHNICAL
)
"""Words of letters, of tables and of programs, lower case."""
