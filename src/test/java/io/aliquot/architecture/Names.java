package io.aliquot.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;

/** A class is called by what it is; these endings say nothing. */
final class Names {
    private Names() {}

    static ArchRule nothingIsCalledUtilsManagerOrImpl(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .haveNameMatching(".*(Utils?|Manager|Impl|Helper)")
                .as("no class is called *Utils, *Manager, *Impl or *Helper");
    }
}
