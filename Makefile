# PeekPop: force touch for Linux touchpads. `make help` lists what there is.
#
# `make run` and `make test` need git, make and Swift 6.2 or newer on Debian 12 or 13; all else they set up themselves.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

bindir = $(PREFIX)/bin
libexecdir = $(PREFIX)/libexec
libdir = $(PREFIX)/lib
includedir = $(PREFIX)/include
pkgconfigdir = $(libdir)/pkgconfig
mandir = $(PREFIX)/share/man
docdir = $(PREFIX)/share/doc/peekpop
bashcompletiondir = $(PREFIX)/share/bash-completion/completions
zshcompletiondir = $(PREFIX)/share/zsh/site-functions
fishcompletiondir = $(PREFIX)/share/fish/vendor_completions.d

# The licence beside the documentation: LICENSE, or the name of a file that has it there already.
LICENCE = LICENSE

# Where systemd and udev look: below /usr and /usr/local, and nowhere else but in /etc. The hardware database is not read
# below /usr/local either.
ifeq ($(PREFIX),/usr)
systemdir = /usr/lib
hwdbdir = /usr/lib/udev/hwdb.d
else ifeq ($(PREFIX),/usr/local)
systemdir = /usr/local/lib
hwdbdir = /etc/udev/hwdb.d
else
systemdir = /etc
hwdbdir = /etc/udev/hwdb.d
endif
unitdir = $(systemdir)/systemd/system
userunitdir = $(systemdir)/systemd/user
sysusersdir = $(systemdir)/sysusers.d
udevrulesdir = $(systemdir)/udev/rules.d

# The folders an installation had to make, for `make uninstall` to take away.
madefolders = $(docdir)/folders-made

# Paths as one word of the shell each, whatever is in them.
quoted = '$(subst ','\'',$(1))'
into = $(call quoted,$(DESTDIR)$(1))

DIST = .build/dist
DEBS = .build/deb
STAMPS = .build/setup
VENV = .build/venv
SOURCES := $(shell find Package.swift Sources -type f 2>/dev/null)

# The toolchain's crash helper can hang; a crash in a build or a test shall simply end.
export SWIFT_BACKTRACE = enable=no

.PHONY: help setup build run test bench eval gallery gallery-pictures pictures lint verify install uninstall deb clean hot-functions
.DEFAULT_GOAL := help

help:
	@echo 'make run        see it work: the daemon on its built-in demo, and a live force bar beside it'
	@echo 'make test       every test: Swift modules, processes, packages, Python, and a real kernel in a virtual machine'
	@echo 'make build      the programs and libpeekpop, optimised and stripped, in $(DIST)'
	@echo 'make bench      the promises of docs, measured'
	@echo 'make gallery    five apps with peek and pop, in windows, on the demo; APP=messages starts one alone'
	@echo 'make pictures   the pictures in docs, made anew'
	@echo 'make lint       format of Swift sources, man pages, shell scripts; types of the Python package'
	@echo 'make verify     systemd units and udev rules, checked by their own tools'
	@echo 'make install    into $$(DESTDIR)$$(PREFIX); PREFIX='$(call quoted,$(PREFIX))
	@echo 'make uninstall  takes that away again'
	@echo 'make deb        the Debian packages, in $(DEBS)'
	@echo 'make setup      the Debian packages all of this needs (run and test do it themselves)'
	@echo 'make clean      removes .build'

# Set-up: a stamp a set of packages, made again when the list changes.
setup: $(STAMPS)/build $(STAMPS)/test $(STAMPS)/gallery $(STAMPS)/deb $(VENV)/ready

$(STAMPS)/build: scripts/setup
	@scripts/setup build
	@mkdir -p $(@D) && touch $@

$(STAMPS)/test: scripts/setup | $(STAMPS)/build
	@scripts/setup test
	@mkdir -p $(@D) && touch $@

$(STAMPS)/gallery: scripts/setup | $(STAMPS)/build
	@scripts/setup gallery
	@mkdir -p $(@D) && touch $@

$(STAMPS)/deb: scripts/setup | $(STAMPS)/build
	@scripts/setup deb
	@mkdir -p $(@D) && touch $@

$(VENV)/ready: Tests/requirements.txt scripts/make-venv | $(STAMPS)/test
	@echo 'setup: Python packages of Tests/requirements.txt into $(VENV)'
	@scripts/make-venv $(VENV) Tests/requirements.txt
	@touch $@

# The programs. Static standard library, so that they run where no Swift is; stripped, so that they are small.
#
# How they are linked decides how much memory the daemon takes, for most of it is pages of its own file:
# - packed relocations: else a tenth of the file is a table that the loader reads through, page by page;
# - no exported symbols: nothing looks them up, and each keeps alive what nobody calls;
# - the toolchain's functions that the daemon runs lie side by side, not each in a page with others that it never runs;
#   names that another version of the toolchain does not have are passed over. `make hot-functions` makes the list anew;
# - libstdc++ and libgcc from their archives (what of them the Swift runtime uses, no more); the linker looks for the
#   former in $(CXXLIB) first.
CXXLIB = $(CURDIR)/.build/libstdc++
HOT = scripts/hot-functions.txt
RELEASE = -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xswiftc $(call quoted,-L$(CXXLIB)) \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic \
	-Xlinker $(call quoted,--symbol-ordering-file=$(CURDIR)/$(HOT)) -Xlinker --no-warn-symbol-ordering

PROGRAMS = peekpopd peekpopctl peekpop-actions peekpop-input

build: $(DIST)/built

$(DIST)/built: $(SOURCES) $(HOT) Makefile .build/libstdc++/libstdc++.a | $(STAMPS)/build
	@# SwiftPM does not know that the programs are made of the list as well.
	@bin=$$($(SWIFT) build $(RELEASE) --show-bin-path) && for program in $(PROGRAMS); do rm -f "$$bin/$$program"; done
	@for program in $(PROGRAMS); do $(SWIFT) build $(RELEASE) --product $$program || exit 1; done
	$(SWIFT) build $(RELEASE) --product peekpop
	@mkdir -p $(@D)
	@bin=$$($(SWIFT) build $(RELEASE) --show-bin-path) && \
	for program in $(PROGRAMS); do strip -o $(DIST)/$$program "$$bin/$$program" || exit 1; done && \
	SWIFT=$(SWIFT) scripts/link-c-library "$$bin" $(DIST)/libpeekpop.so.0 $(call quoted,-L$(CXXLIB))
	@touch $@

.build/libstdc++/libstdc++.a: | $(STAMPS)/build
	@mkdir -p $(@D)
	@ln -sf "$$(g++ -print-file-name=libstdc++.a)" $@

# Takes valgrind, and a change of what the daemon does in general to be worth it.
hot-functions: build
	scripts/hot-functions "$$($(SWIFT) build $(RELEASE) --show-bin-path)/peekpopd" > $(HOT).new
	mv $(HOT).new $(HOT)

run: build
	@scripts/run-demo $(DIST)

test: setup
	@scripts/test

bench: build $(STAMPS)/test
	@Benchmarks/run $(DIST)

eval: | $(STAMPS)/build
	$(SWIFT) build -c release --product peekpop-eval
	@Evaluation/run "$$($(SWIFT) build -c release --show-bin-path)/peekpop-eval"

# The example apps, in a package of their own.
GALLERY = .build/examples

gallery: build $(STAMPS)/gallery
	$(SWIFT) build --package-path Examples --scratch-path $(GALLERY)
	@scripts/gallery $(DIST) $(GALLERY)/debug $(APP)

# What docs/gallery.md shows, made anew by the tests.
gallery-pictures: build $(STAMPS)/gallery $(VENV)/ready
	$(SWIFT) build --package-path Examples --scratch-path $(GALLERY)
	@scripts/gallery-pictures $(DIST) $(GALLERY)/debug

pictures: build $(VENV)/ready
	@scripts/pictures $(DIST)

lint: $(STAMPS)/build $(VENV)/ready
	@scripts/lint

verify: build $(STAMPS)/test
	@scripts/verify-units

install: $(DIST)/built
# First of all, for it knows which paths cannot be.
	@scripts/service-unit $(call quoted,$(libexecdir)) systemd/peekpopd.service.in > /dev/null
	scripts/make-folders $(call quoted,$(DESTDIR)) $(call quoted,$(madefolders)) \
		$(foreach d,bindir libexecdir libdir includedir pkgconfigdir unitdir userunitdir sysusersdir udevrulesdir hwdbdir \
			bashcompletiondir zshcompletiondir fishcompletiondir,$(call quoted,$($d))) \
		$(foreach n,1 5 8,$(call quoted,$(mandir)/man$n)) /etc/peekpop/peekpopd.conf.d
	scripts/service-unit $(call quoted,$(libexecdir)) systemd/peekpopd.service.in > $(call into,$(unitdir)/peekpopd.service)
	scripts/service-unit $(call quoted,$(libexecdir)) systemd/peekpop-input.service.in > $(call into,$(unitdir)/peekpop-input.service)
	scripts/service-unit $(call quoted,$(bindir)) systemd/user/peekpop-actions.service.in > $(call into,$(userunitdir)/peekpop-actions.service)
	chmod 644 $(call into,$(unitdir)/peekpopd.service) $(call into,$(unitdir)/peekpop-input.service) \
		$(call into,$(userunitdir)/peekpop-actions.service)
	install -m 755 $(DIST)/peekpopd $(call into,$(libexecdir)/peekpopd)
	install -m 755 $(DIST)/peekpopctl $(call into,$(bindir)/peekpopctl)
	install -m 644 $(DIST)/libpeekpop.so.0 $(call into,$(libdir)/libpeekpop.so.0)
	ln -sf libpeekpop.so.0 $(call into,$(libdir)/libpeekpop.so)
	install -m 644 Sources/CPeekPop/include/peekpop.h $(call into,$(includedir)/peekpop.h)
	scripts/pkgconfig $(call quoted,$(PREFIX)) $(call quoted,$(libdir)) $(call quoted,$(includedir)) \
		Sources/PeekPopC/peekpop.pc.in > $(call into,$(pkgconfigdir)/peekpop.pc)
	chmod 644 $(call into,$(pkgconfigdir)/peekpop.pc)
	install -m 755 $(DIST)/peekpop-actions $(call into,$(bindir)/peekpop-actions)
	install -m 755 $(DIST)/peekpop-input $(call into,$(libexecdir)/peekpop-input)
	install -m 644 systemd/peekpopd.socket systemd/peekpop-input.socket $(call into,$(unitdir)/)
	install -m 644 systemd/sysusers.d/peekpop.conf systemd/sysusers.d/peekpop-input.conf $(call into,$(sysusersdir)/)
	install -m 644 $(wildcard udev/*.rules) $(call into,$(udevrulesdir)/)
	install -m 644 $(wildcard udev/*.hwdb) $(call into,$(hwdbdir)/)
	[ -e $(call into,/etc/peekpop/peekpopd.conf) ] || \
		install -m 644 systemd/peekpopd.conf $(call into,/etc/peekpop/peekpopd.conf)
	install -m 644 systemd/peekpopd.conf $(call into,$(docdir)/peekpopd.conf.example)
	scripts/install-docs $(call quoted,$(libexecdir)) $(call into,$(docdir)) $(LICENCE)
	scripts/install-pages $(DIST) $(call quoted,$(libexecdir)) $(call into,$(mandir)) $(call into,$(bashcompletiondir)) \
		$(call into,$(zshcompletiondir)) $(call into,$(fishcompletiondir))
	@[ -n $(call quoted,$(DESTDIR)) ] || scripts/after-install $(call quoted,$(docdir))

uninstall:
	@[ -n $(call quoted,$(DESTDIR)) ] || scripts/before-uninstall $(call quoted,$(docdir))
	rm -f $(call into,$(libdir)/libpeekpop.so.0) $(call into,$(libdir)/libpeekpop.so) \
		$(call into,$(includedir)/peekpop.h) $(call into,$(pkgconfigdir)/peekpop.pc)
	rm -f $(call into,$(libexecdir)/peekpopd) $(call into,$(bindir)/peekpopctl) \
		$(call into,$(libexecdir)/peekpop-input) $(call into,$(bindir)/peekpop-actions)
	rm -f $(foreach u,peekpopd.service peekpopd.socket peekpop-input.service peekpop-input.socket,$(call into,$(unitdir)/$u)) \
		$(call into,$(userunitdir)/peekpop-actions.service)
	rm -f $(call into,$(sysusersdir)/peekpop.conf) $(call into,$(sysusersdir)/peekpop-input.conf)
	rm -f $(foreach f,$(notdir $(wildcard udev/*.rules)),$(call into,$(udevrulesdir)/$f))
	rm -f $(foreach f,$(notdir $(wildcard udev/*.hwdb)),$(call into,$(hwdbdir)/$f))
	rm -f $(call into,$(mandir)/man1)/peekpopctl*.1 $(call into,$(mandir)/man8/peekpopd.8) \
		$(call into,$(mandir)/man5/peekpopd.conf.5) $(call into,$(mandir)/man5/peekpop-actions.conf.5) \
		$(call into,$(mandir)/man1/peekpop-actions.1) $(call into,$(mandir)/man8/peekpop-input.8)
	rm -f $(foreach p,$(PROGRAMS),$(call into,$(bashcompletiondir)/$p) \
		$(call into,$(zshcompletiondir)/_$p) $(call into,$(fishcompletiondir)/$p.fish))
	scripts/remove-folders $(call quoted,$(DESTDIR)) $(call quoted,$(madefolders)) $(call quoted,$(docdir))
	@[ -n $(call quoted,$(DESTDIR)) ] || scripts/after-uninstall
	@echo 'Kept:' $(call into,/etc/peekpop) '(configuration), /var/lib/peekpop (calibrations), and the users peekpop and peekpop-input.'

# Of what is built already: nothing is compiled for them.
deb: build $(STAMPS)/deb
	@scripts/make-deb $(DEBS)

clean:
	rm -rf .build
